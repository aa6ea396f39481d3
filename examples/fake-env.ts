// The environment for running the examples without an account: a fake service on this machine, with a
// market in it, and the variables that each example reads.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMockService, type MockService } from 'consent-evidence/mock';
import { serveMock } from 'consent-evidence/mock/node';

export interface FakeEnv {
  readonly mock: MockService;
  /** The variables of an organization. `OUT` is `file` in a new folder, or empty without a file. */
  env(organizationId: 'sunroof' | 'planhelper' | 'acme', file?: string): Promise<FakeVariables>;
  close(): Promise<void>;
}

/** All variables that the examples read. */
export interface FakeVariables {
  readonly CONSENT_EVIDENCE_API_KEY: string;
  readonly CONSENT_EVIDENCE_BASE_URL: string;
  readonly CONSENT_EVIDENCE_WEBHOOK_SECRET?: string;
  readonly CONSENT_EVIDENCE_SENDER_API_KEY: string;
  readonly CONSENT_EVIDENCE_RECEIVER_API_KEY: string;
  readonly CDR_ID: string;
  readonly BUYERS: string;
  readonly SHARE_URL: string;
  readonly LEAD_PHONE: string;
  readonly OUT: string;
}

export async function startFake(): Promise<FakeEnv> {
  const mock = createMockService({ seed: 'demo' });
  const served = await serveMock(mock, { port: 0 });
  return {
    mock,
    env: async (organizationId, file = '') => ({
      ...served.env(organizationId),
      CONSENT_EVIDENCE_SENDER_API_KEY: served.env('sunroof').CONSENT_EVIDENCE_API_KEY,
      CONSENT_EVIDENCE_RECEIVER_API_KEY: served.env('acme').CONSENT_EVIDENCE_API_KEY,
      CDR_ID: 'cdr_demo_solar',
      BUYERS: 'Acme Solar, Verde Energy',
      SHARE_URL: `${served.url}/v1/shares/shr_demo_live`,
      LEAD_PHONE: '1-305-555-0112',
      OUT: file && path.join(await mkdtemp(path.join(tmpdir(), 'consent-evidence-')), file),
    }),
    close: () => served.close(),
  };
}
