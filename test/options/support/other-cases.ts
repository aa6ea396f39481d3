import type { Materials } from '../../../src/calibrate/materials.ts';
import { calibrateSettings } from '../../../src/calibrate/options.ts';
import {
  ConsentEvidence,
  type EvaluateOptions,
  evaluateAcceptance,
  type JobOutcomeOptions,
  jobOutcome,
  type ReceiveDecisionOptions,
  receiveDecision,
} from '../../../src/index.ts';
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

/** Pure functions, and the materials of a calibration. */
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
  caseOf<Materials, 'webhook'>(
    'Materials',
    'calibrate',
    () => ({
      ...{ pendingCdrId: 'cdr_1', invalidCdrId: 'cdr_2', devModeToken: 'tok_1' },
      ...{ expiredDevModeToken: 'tok_2', expiredToken: 'tok_3', receivedToken: 'tok_4' },
      ...{ receivedInvalidToken: 'tok_5', secondTokenOfAHeldRecord: 'tok_6' },
    }),
    (materials) => calibrateSettings({ sender, receiver, materials }).materials,
  ),
];
