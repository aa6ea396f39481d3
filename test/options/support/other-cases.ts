import type { Materials } from '../../../src/calibrate/materials.ts';
import { type CalibrateOptions, calibrateSettings } from '../../../src/calibrate/options.ts';
import {
  ConsentEvidence,
  type EvaluateOptions,
  evaluateAcceptance,
  type JobOutcomeOptions,
  jobOutcome,
  type ReceiveDecisionOptions,
  receiveDecision,
} from '../../../src/index.ts';
import { type OpenTelemetryOptions, openTelemetry } from '../../../src/otel/index.ts';
import { type UndiciFetchOptions, undiciFetch } from '../../../src/undici/index.ts';
import { manualClock } from '../../client/support/client-of.ts';
import { received } from '../../client/support/operations.ts';
import { caseOf, type OptionCase } from './option-case.ts';

const criteria = {
  schemaVersion: 1,
  record: { maxAgeSeconds: 10 },
  disclosure: { requiredText: [{ ruleId: 'r', anyOf: ['fi'] }] },
  leadMatch: { phone: '2125550147' },
} as const;

const disclosures = [{ key: 'd', text: '\uFB01', checkboxDetected: false }];
const record = {
  createdAt: 1_000,
  detectedDisclosureDetails: { userSubmitted: true, disclosures },
};

const sender = new ConsentEvidence();
const receiver = new ConsentEvidence();

const { signal } = new AbortController();
const clock = Object.assign(Object.create(null) as object, manualClock());
const onRequest = (): void => undefined;
const random = (): number => 0.5;

function fails(): never {
  throw new Error('it was used');
}

/** Reports the first step of a call. */
function traced(options: OpenTelemetryOptions): void {
  openTelemetry(options)({ type: 'start', callId: 'c', operation: 'cdrs.get', attempt: 0, at: 0 });
}

/** Pure functions, calibrations, and what stands between a client and a library of the user's. */
export const OTHER_CASES: readonly OptionCase[] = [
  caseOf<EvaluateOptions>(
    'EvaluateOptions',
    'evaluateAcceptance',
    () => ({ now: 60_000, hasPhone: () => true, readings: { unicodeForm: 'NFKC' } }),
    (options) => evaluateAcceptance(criteria as never, record as never, options),
  ),
  caseOf<JobOutcomeOptions>(
    'JobOutcomeOptions',
    'jobOutcome',
    () => ({ attempt: 3 }),
    (options) => jobOutcome(new Error('any'), options),
  ),
  caseOf<ReceiveDecisionOptions>(
    'ReceiveDecisionOptions',
    'receiveDecision',
    () => ({ firstUse: true }),
    (options) => {
      const receipt = { ...received, alreadyClaimed: true, replayPossible: true };
      return receiveDecision({ ...receipt, acceptanceEvaluated: 'unknown' }, options);
    },
  ),
  caseOf<OpenTelemetryOptions, 'metrics'>(
    'OpenTelemetryOptions',
    'openTelemetry, spans',
    () => ({ trace: { getTracer: fails, setSpan: fails } as never }),
    traced,
  ),
  caseOf<OpenTelemetryOptions, 'trace'>(
    'OpenTelemetryOptions',
    'openTelemetry, metrics',
    () => ({ metrics: { getMeter: fails } }),
    traced,
  ),
  caseOf<UndiciFetchOptions>(
    'UndiciFetchOptions',
    'undiciFetch',
    () => ({ dispatcher: { dispatch: fails } }),
    (options) => undiciFetch(options)('https://api.example.com/'),
  ),
  caseOf<CalibrateOptions>(
    'CalibrateOptions',
    'calibrate',
    () => ({
      ...{ sender, receiver, tier: 3, maxWaitMs: 6, maxRecords: 7 },
      tokens: [{ token: 't', cdrId: 'cdr_1' }],
      ...{ materials: { pendingCdrId: 'cdr_1' }, sign: { privateKey: 'pem', keyId: 'k' } },
      ...{ onRequest, clock, signal, random },
    }),
    (options) => {
      const { wires, sign, ...rest } = calibrateSettings(options);
      return [Object.keys(wires), sign?.keyId, rest];
    },
  ),
  caseOf<Materials, 'webhook'>(
    'Materials',
    'calibrate',
    () => ({
      ...{ pendingCdrId: 'cdr_1', invalidCdrId: 'cdr_2', devModeToken: 'tok_1' },
      expiredToken: { token: 'tok_2', cdrId: 'cdr_3' },
      receivedToken: { token: 'tok_3', cdrId: 'cdr_4' },
      secondTokenOfAHeldRecord: { token: 'tok_4', cdrId: 'cdr_5' },
    }),
    (materials) => calibrateSettings({ sender, receiver, materials }).materials,
  ),
];
