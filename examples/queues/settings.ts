// The environment variables of the examples beside this file, and the client and archive made from them.
import { type Clock, ConsentEvidence } from 'consent-evidence';
import { folderVault } from 'consent-evidence/archive';
import type { EvidenceWork } from './evidence-job.ts';

/** The variables that the examples of this folder read. */
export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  readonly CONSENT_EVIDENCE_WEBHOOK_SECRET?: string | undefined;
  readonly PORT?: string | undefined;
  /** The folder to fill. Not that of an archive, whose check would name these files as added. */
  readonly OUT?: string | undefined;
  /** The domains whose records are paid for, separated by commas. Default: none. */
  readonly COLLECT_DOMAINS?: string | undefined;
  /** The time at which this program took over, as ISO 8601. Default: 30 days ago. */
  readonly SINCE?: string | undefined;
}

/** What a test passes in. */
export interface Hooks {
  readonly clock?: Clock;
  /** Called with how each job ended. */
  readonly onJob?: (cdrId: string, kind: string) => void;
}

const THIRTY_DAYS_MS = 30 * 86_400_000;

export function workOf(env: Env): EvidenceWork {
  const domains = new Set((env.COLLECT_DOMAINS ?? '').split(',').map((name) => name.trim()));
  return {
    client: new ConsentEvidence({
      apiKey: env.CONSENT_EVIDENCE_API_KEY,
      baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
    }),
    vault: folderVault(env.OUT || 'evidence-by-job'),
    isWorthCollecting: ({ domainId }) => domains.has(domainId),
  };
}

export function sinceOf({ SINCE }: Env, { clock }: Hooks): number {
  return SINCE === undefined ? (clock ?? Date).now() - THIRTY_DAYS_MS : Date.parse(SINCE);
}

/** Reports a fault in our own setup: every job would end like this one. */
export function callSomeone(cdrId: string, code: string): void {
  console.error('call someone: no more jobs are taken:', code, cdrId);
}
