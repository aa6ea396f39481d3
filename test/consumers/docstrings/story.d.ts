// The names that the examples in docstrings take for granted, beside those of the pages.

import type * as nodeFs from 'node:fs/promises';
import type * as nodeHttp from 'node:http';
import type * as nodeSqlite from 'node:sqlite';
import type * as nodeTest from 'node:test';
import type * as sdk from 'consent-evidence';
import type * as calibration from 'consent-evidence/calibrate';
import type * as intakes from 'consent-evidence/intake';
import type { StartProgram } from 'consent-evidence/mock/simulate';
import type * as webhooks from 'consent-evidence/webhooks';
import type * as sqlite from 'consent-evidence/webhooks/sqlite';
import type * as mswBrowser from 'msw/browser';
import type * as msw from 'msw/node';
import type * as pg from 'pg';

declare global {
  const start: StartProgram;
  const test: typeof nodeTest.test;
  const secret: string;
  const phone: string;
  const batch: readonly intakes.Lead[];
  const sender: sdk.ConsentEvidence;
  const receiver: sdk.ConsentEvidence;
  const report: calibration.CalibrationReport;
  const earlier: calibration.CalibrationReport;
  const publicKey: string;
  const body: string;
  const headers: Headers;
  const request: Request;
  const event: webhooks.WebhookEvent;
  const url: string;
  const handler: webhooks.WebhookHandler;
  const onEvent: webhooks.WebhookHandlerOptions['onEvent'];
  const DatabaseSync: typeof nodeSqlite.DatabaseSync;
  const setupServer: typeof msw.setupServer;
  const setupWorker: typeof mswBrowser.setupWorker;
  const Pool: typeof pg.Pool;
  const createServer: typeof nodeHttp.createServer;
  const readFile: typeof nodeFs.readFile;
  const pool: pg.Pool;
  let calls: number;
  const crm: { save(leadId: string, cdrId: string): Promise<void> };
  function save(cdrs: readonly sdk.CdrListEntry[]): void;
  function claimRow(
    pool: pg.Pool,
    id: string,
    leaseSeconds: number,
    claimId: string | undefined,
  ): Promise<webhooks.ClaimResult>;
  function completeRow(pool: pg.Pool, id: string, claimId: string | undefined): Promise<void>;
  function releaseRow(pool: pg.Pool, id: string, claimId: string | undefined): Promise<void>;
  const inbox: webhooks.WebhookInbox;
  function insertJob(tx: sqlite.SqliteDatabase, cdrId: string): void;
  function alert(...facts: unknown[]): void;
}
