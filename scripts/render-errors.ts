import { FAILURE_MEANINGS } from '../src/acceptance/failure-meanings.ts';
import { WARNING_MEANINGS } from '../src/acceptance/warning-meanings.ts';
import {
  ARCHIVE_PROBLEM_MEANINGS,
  VERIFY_PROBLEM_MEANINGS,
} from '../src/archive/problem-meanings.ts';
import {
  ACCEPTANCE_FAILURE_STATUS,
  type KnownAcceptanceFailureCode,
} from '../src/contract/acceptance-codes.ts';
import { ERROR_STATUS, type KnownErrorCode } from '../src/contract/error-codes.ts';
import {
  JOB_DECISION_MEANINGS,
  LEAD_DECISION_MEANINGS,
} from '../src/decision/decision-meanings.ts';
import { JOB_CODE_MEANINGS } from '../src/decision/job-code-meanings.ts';
import { LEAD_CODE_MEANINGS } from '../src/decision/lead-code-meanings.ts';
import { CODE_MEANINGS, type Meaning } from '../src/errors/code-meanings.ts';
import { KIND_MEANINGS } from '../src/errors/kind-meanings.ts';
import { REASON_MEANINGS } from '../src/errors/reason-meanings.ts';
import { JOB_KINDS, LEAD_DECISIONS } from './error-decisions.ts';
import { type ErrorFacts, factsOfCode, factsOfFailure } from './error-facts.ts';

const HEAD = `# Error codes and reasons

<!-- Written by "npm run generate" from the code. -->

Each code, decision, class and reason has an entry here. \`error.docs\` is the address of the entry, below the package's homepage. Branch on the class, \`code\`, \`reason\` and \`outcome\`; messages are for people and may change in any release. Before you repeat a call, read [what may have been done](./guides/errors-and-retries.md#what-may-have-been-done).
`;

const entry = (title: string, { cause, next }: Meaning, more: readonly string[] = []): string =>
  [
    `### ${title}`,
    '',
    `${cause} **Next:** ${next}`,
    ...more.flatMap((line) => ['', line]),
    '',
  ].join('\n');

const sampleOf = (sample: unknown): readonly string[] =>
  sample === undefined ? [] : [['```json', JSON.stringify(sample, null, 2), '```'].join('\n')];

const linesOf = ({ sees, pays, sample }: ErrorFacts): readonly string[] => [
  `**You get:** ${sees}`,
  `**Who pays:** ${pays}`,
  ...sampleOf(sample),
];

const section = (title: string, about: string, entries: readonly string[]): string =>
  [`## ${title}`, '', about, '', ...entries].join('\n');

function serviceCodes(): string {
  const codes = Object.keys(ERROR_STATUS) as KnownErrorCode[];
  const entries = codes.map((code) =>
    entry(`\`${code}\``, CODE_MEANINGS[code], linesOf(factsOfCode(code))),
  );
  const about =
    'The `code` of an `ApiError`. The message is the service’s own; anything the code does not say is in parentheses.';
  return section('Codes of the service', about, entries);
}

function failureEntry(code: KnownAcceptanceFailureCode): string {
  return entry(`\`${code}\``, FAILURE_MEANINGS[code], linesOf(factsOfFailure(code)));
}

function failureCodes(): string {
  const codes = Object.keys(ACCEPTANCE_FAILURE_STATUS) as KnownAcceptanceFailureCode[];
  const about =
    'The `code` of an entry of `error.details.failures` on `CDR_ACCEPTANCE_FAILED`: why a record did not meet the criteria. `explainFailures` quotes your criteria too.';
  return section('Codes of failed criteria', about, codes.map(failureEntry));
}

const entriesOf = (
  meanings: Readonly<Record<string, Meaning>>,
  seesOf: (code: string) => string = () => '',
): string[] =>
  Object.entries(meanings).map(([code, meaning]) => {
    const { pays } = meaning;
    const facts = pays === undefined ? [] : linesOf({ sees: seesOf(code), pays });
    return entry(`\`${code}\``, meaning, facts);
  });

function decisions(): string {
  const about =
    'What a lead intake or `receiveDecision` decides about a lead, and the `kind` of `jobOutcome` for a queue’s job.';
  const all = { ...LEAD_DECISION_MEANINGS, ...JOB_DECISION_MEANINGS };
  return section('Decisions', about, entriesOf(all));
}

function leadCodes(): string {
  const about =
    'The `code` of `explainReceive`, and of a held or refused lead in `consent-evidence/intake`, where it is not a code of the service.';
  return section(
    'Codes of a lead',
    about,
    entriesOf(
      LEAD_CODE_MEANINGS,
      (code) => `\`decision: '${LEAD_DECISIONS[code]}'\` with this \`code\`.`,
    ),
  );
}

function jobCodes(): string {
  const about =
    'The `code` of `jobOutcome` where it is neither a code of the service nor `INPUT_INVALID`, which is above.';
  return section(
    'Codes of a job',
    about,
    entriesOf(
      JOB_CODE_MEANINGS,
      (code) => `\`{ kind: '${JOB_KINDS[code]}', code }\` from \`jobOutcome\`.`,
    ),
  );
}

function warningCodes(): string {
  const about =
    'The `code` of a warning of `lintAcceptance`: the criteria are valid but probably unintended. Nothing was sent.';
  return section('Warnings about criteria', about, entriesOf(WARNING_MEANINGS));
}

function classes(): string {
  const reasons: Readonly<Record<string, Readonly<Record<string, Meaning>>>> = REASON_MEANINGS;
  const entries = Object.entries(KIND_MEANINGS).flatMap(([kind, meaning]) => [
    entry(`\`${kind}\``, meaning, [
      `**Who pays:** ${meaning.pays ?? ''}`,
      `[More in the guide](./guides/${meaning.guide}).`,
    ]),
    ...Object.entries(reasons[kind] ?? {}).map(([reason, each]) =>
      entry(`\`${kind}\`: \`${reason}\``, each),
    ),
  ]);
  return section(
    'Classes and their reasons',
    'The error classes, and the values of `reason` of each.',
    entries,
  );
}

function archiveProblems(): string {
  const kinds = {
    ArchiveProblem: ARCHIVE_PROBLEM_MEANINGS,
    VerifyProblem: VERIFY_PROBLEM_MEANINGS,
  };
  const entries = Object.entries(kinds).flatMap(([name, meanings]) =>
    Object.entries(meanings).map(([kind, each]) => entry(`\`${name}\`: \`${kind}\``, each)),
  );
  const about =
    'The `kind` of a problem in a report of `consent-evidence/archive`: an `ArchiveProblem` of `archiveEvidence` or `writeDossier`, a `VerifyProblem` of `verifyArchive`. Nothing is thrown; the rest went on. An archive charges nothing.';
  return section('Problems of an archive', about, entries);
}

/** Renders the page of every code, class and reason, each with its own anchor. */
export function renderErrors(): string {
  const codes = [
    serviceCodes(),
    failureCodes(),
    decisions(),
    leadCodes(),
    jobCodes(),
    warningCodes(),
  ];
  return [HEAD, ...codes, classes(), archiveProblems()].join('\n');
}
