// The names that the pages' code takes for granted: the reader's own code, and names from earlier blocks.

import type amqp from 'amqplib';
import type * as sdk from 'consent-evidence';
import type * as calibration from 'consent-evidence/calibrate';
import type * as intakes from 'consent-evidence/intake';
import type * as fake from 'consent-evidence/mock';
import type * as vitest from 'vitest';
import type * as plainQueue from '../../../examples/queues/at-least-once.ts';
import type * as jobs from '../../../examples/queues/evidence-job.ts';

declare global {
  interface Lead {
    readonly seller: string;
    readonly id: string;
    readonly consentUrl: string;
    readonly phone: string;
    readonly price: number;
  }

  // Imported by an earlier block of the page.
  const ConsentEvidence: typeof sdk.ConsentEvidence;
  const createMockService: typeof fake.createMockService;
  const presets: typeof fake.presets;

  const client: sdk.ConsentEvidence;
  const intake: intakes.LeadIntake<unknown>;
  const mock: fake.MockService;
  const producer: { readonly organizationId: string };
  const buyer: { readonly organizationId: string };
  const calibrate: typeof calibration.calibrate;
  const sender: sdk.ConsentEvidence;
  const receiver: sdk.ConsentEvidence;
  const cdrId: string;
  const cdr: sdk.Cdr;
  const shareUrl: string;
  const token: string;
  const requestId: string;
  const lead: Lead;
  const leads: readonly Lead[];
  const criteria: sdk.AcceptanceCriteria;
  const acceptance: sdk.AcceptanceCriteria;
  const error: unknown;
  const result: unknown;
  const webhook: { readonly url: string; readonly secret: string };

  const vault: { get(name: string): Promise<string> };
  const queue: { add(cdrId: string): Promise<void> };

  const evidenceOn: typeof plainQueue.evidenceOn;
  const work: jobs.EvidenceWork;
  type EvidenceJob = jobs.EvidenceJob;
  function send(job: EvidenceJob): Promise<void>;
  const channel: Awaited<
    ReturnType<Awaited<ReturnType<typeof amqp.connect>>['createConfirmChannel']>
  >;
  interface R2Bucket {
    head(path: string): Promise<object | null>;
    put(path: string, bytes: Uint8Array, options: object): Promise<object | null>;
    get(path: string): Promise<{ readonly body: AsyncIterable<Uint8Array> } | null>;
    list(options: { prefix: string; cursor?: string | undefined }): Promise<{
      readonly objects: readonly { readonly key: string; readonly size: number }[];
      readonly truncated: boolean;
      readonly cursor?: string;
    }>;
  }
  interface Bindings {
    readonly CONSENT_EVIDENCE_API_KEY: string;
    readonly CONSENT_EVIDENCE_BASE_URL: string;
    readonly CONSENT_EVIDENCE_WEBHOOK_SECRET: string;
    readonly BUCKET: R2Bucket;
    readonly QUEUE: { send(message: unknown): Promise<unknown> };
  }
  function runMySuite(mock: fake.MockService, title: string): Promise<void>;
  function log(...facts: unknown[]): void;
  /** Inserts the token unless it is there, and resolves to the lead stored for it. */
  const tokens: { claim(token: string, lead: Lead): Promise<{ first: Lead; isNew: boolean }> };

  // Of third parties, not installed here.
  const Deno: { createHttpClient(options: object): unknown };

  const expect: typeof vitest.expect;
  const it: typeof vitest.it;
  const beforeAll: typeof vitest.beforeAll;
  const afterEach: typeof vitest.afterEach;
  const afterAll: typeof vitest.afterAll;
  const vi: typeof vitest.vi;
}
