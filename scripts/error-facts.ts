import { failuresOf } from '../mock/openapi/failure-schemas.ts';
import {
  ACCEPTANCE_FAILURE_STATUS,
  type KnownAcceptanceFailureCode,
} from '../src/contract/acceptance-codes.ts';
import { type EndpointName, endpoints } from '../src/contract/endpoints.ts';
import { ERROR_STATUS, type KnownErrorCode } from '../src/contract/error-codes.ts';
import { explainReceive } from '../src/decision/explain-receive.ts';
import { jobOutcome } from '../src/decision/job-outcome.ts';
import { refusalWords } from '../src/decision/seller-words.ts';
import { ApiError } from '../src/errors/api-error.ts';
import type { CallError } from '../src/errors/consent-evidence-error.ts';
import { CRITERIA_PAYS, REFUSAL_PAYS } from '../src/errors/pays.ts';

/** What the page says of a code besides its meaning. */
export interface ErrorFacts {
  /** What the caller gets. */
  readonly sees: string;
  /** Who pays. */
  readonly pays: string;
  /** The JSON of the service, as a value. */
  readonly sample?: unknown;
}

interface Answered {
  readonly name: EndpointName;
  readonly body: unknown;
}

/** The endpoints that are documented to answer a code, each with its example of it. */
function answeredBy(code: KnownErrorCode): Answered[] {
  return (Object.keys(endpoints) as EndpointName[]).flatMap((name) =>
    failuresOf(name).flatMap(({ examples }) => {
      const example = (examples as Readonly<Record<string, { value: unknown }>>)[code];
      return example === undefined ? [] : [{ name, body: example.value }];
    }),
  );
}

function errorOf(
  code: KnownErrorCode,
  operation: CallError['operation'],
  details?: unknown,
): ApiError {
  const failure = {
    code,
    message: '',
    status: ERROR_STATUS[code],
    headers: new Headers(),
    details,
  };
  return new ApiError(failure, { operation, outcome: 'refused', attempts: 1, elapsedMs: 0 });
}

/** A refusal of every call with a key: listing all of them would say less. */
const inWords = (answered: readonly Answered[]): string => {
  const withKey = Object.values(endpoints).filter(({ needsKey }) => needsKey).length;
  const operations = answered.map(({ name }) => `\`${endpoints[name].operation}\``);
  if (operations.length >= withKey) return 'from every call with a key';
  return operations.length === 0 ? 'from any call' : `from ${operations.join(', ')}`;
};

function ofALead(code: KnownErrorCode): string {
  const { decision, sellerMessage } = explainReceive(errorOf(code, 'shares.receive'));
  const issues = explainReceive(errorOf(code, 'shares.receive', { issues: [] }));
  const also =
    issues.decision === decision
      ? ''
      : ` With \`details.issues\`, it comes to \`${issues.decision}\`.`;
  const told = decision === 'refuse' ? `, and the seller reads “${sellerMessage}”` : '.';
  return `A lead that is received with it comes to \`${decision}\`${told}${also}`;
}

/** Returns the facts of a code of the service. */
export function factsOfCode(code: KnownErrorCode): ErrorFacts {
  const answered = answeredBy(code);
  const shown = answered.find(({ name }) => name === 'receiveShare') ?? answered.at(-1);
  const operations = answered.map(({ name }) => endpoints[name].operation);
  const isReceived = operations.length === 0 || operations.includes('shares.receive');
  const { kind } = jobOutcome(errorOf(code, 'cdrs.get'));
  const body = { ok: false, error: { code, message: '…', requestId: 'req_example' } };
  return {
    sees: [
      `an \`ApiError\` with \`status\` ${ERROR_STATUS[code]}, ${inWords(answered)}.`,
      ...(isReceived ? [ofALead(code)] : []),
      `A queue’s job comes to \`${kind}\`.`,
    ].join(' '),
    pays: REFUSAL_PAYS,
    sample: shown?.body ?? body,
  };
}

/** A rule that each code of unmet criteria can come from. */
const RULES: Readonly<Record<KnownAcceptanceFailureCode, string>> = {
  RECORD_TOO_OLD: 'record.maxAgeSeconds',
  DISCLOSURE_NOT_PRESENT: 'disclosure.requirePresent',
  USER_SUBMISSION_NOT_DETECTED: 'disclosure.requireUserSubmission',
  CHECKBOX_NOT_PRESENT: 'disclosure.requireCheckboxPresent',
  CHECKBOX_NOT_AFFIRMED: 'disclosure.requireAllCheckboxesAffirmed',
  CHECKBOX_AFFIRMATION_UNAVAILABLE: 'disclosure.requireAllCheckboxesAffirmed',
  DISCLOSURE_CONSENT_NOT_ACCEPTED: 'disclosure.requireEveryDisclosureConsented',
  REQUIRED_DISCLOSURE_TEXT_NOT_FOUND: 'names-our-company',
  FORBIDDEN_DISCLOSURE_TEXT_FOUND: 'no-partners',
  LEAD_PHONE_NOT_MATCHED: 'leadMatch.phone',
  LEAD_PHONE_MATCH_UNAVAILABLE: 'leadMatch.phone',
  DISCLOSURE_DETAILS_UNAVAILABLE: 'disclosure.requireAllCheckboxesAffirmed',
};

const STATUS_WORDS = {
  failed: 'the check ran',
  unavailable: 'the record lacks the data for the check',
} as const;

/** Returns the facts of a code of unmet criteria. */
export function factsOfFailure(code: KnownAcceptanceFailureCode): ErrorFacts {
  const status = ACCEPTANCE_FAILURE_STATUS[code];
  const sample = { ruleId: RULES[code], status, code };
  return {
    sees: `an entry of \`error.details.failures\` with \`status\` \`${status}\`: ${STATUS_WORDS[status]}. The seller reads “${refusalWords([sample])}”`,
    pays: CRITERIA_PAYS,
    sample,
  };
}
