import * as z from 'zod';
import { explainFailures } from '../../../src/acceptance/explain.ts';
import { lintAcceptance } from '../../../src/acceptance/lint.ts';
import type { AcceptanceWarning } from '../../../src/acceptance/warning.ts';
import { type AcceptanceCriteria, acceptanceIssues } from '../../../src/contract/acceptance.ts';
import type { AcceptanceFailure } from '../../../src/contract/acceptance-failure.ts';
import { InvalidInputError } from '../../../src/errors/invalid-input-error.ts';
import type { Issue } from '../../../src/options/issue.ts';
import { control } from '../control-endpoint.ts';

const checkBodySchema = z.strictObject(
  { acceptance: z.unknown().describe('The criteria, valid or not.') },
  { error: 'expected { acceptance }' },
);

const path = z.string().describe('The dotted path of the field; empty for the whole object.');

const issueSchema = z.strictObject({ path, message: z.string() });

const warningSchema = z.strictObject({
  code: z.string(),
  path,
  ruleId: z.string().exactOptional(),
  message: z.string(),
});

/** Checked against the package's own warning in this direction because its `code` is open here. */
warningSchema satisfies z.ZodType<Omit<AcceptanceWarning, 'code'>>;

const explainBodySchema = z.strictObject(
  {
    acceptance: z.unknown().describe('The criteria that were evaluated; the texts quote them.'),
    failures: z.unknown().describe('details.failures of a 422 CDR_ACCEPTANCE_FAILED.'),
  },
  { error: 'expected { acceptance, failures }' },
);

/** Names the issue's place in the body, where the criteria are one member. */
function inBody({ path, message }: Issue): Issue {
  return { path: path === '' ? 'acceptance' : `acceptance.${path}`, message };
}

const explanationSchema = z.strictObject({
  ruleId: z.string(),
  code: z.string(),
  words: z.string(),
  remedy: z
    .enum(['ask_producer', 'not_possible', 'unknown'])
    .describe('Who can correct it: the producer, or no one.'),
});

/** Acceptance criteria (spec §2.7): linted before a record is judged, explained afterwards. */
export const acceptanceEndpoints = {
  checkAcceptance: control({
    method: 'POST',
    path: '/acceptance/check',
    summary:
      'Check acceptance criteria: what makes them invalid, or else what is probably unintended',
    query: null,
    body: checkBodySchema,
    reply: z.strictObject({
      issues: z
        .array(issueSchema)
        .describe('What the service rejects; empty when the criteria are valid.'),
      warnings: z.array(warningSchema),
    }),
    act: ({ body: { acceptance } }) => {
      const issues = acceptanceIssues(acceptance);
      if (issues.length > 0) return { issues, warnings: [] };
      return { issues, warnings: lintAcceptance(acceptance as AcceptanceCriteria) };
    },
  }),
  explainAcceptance: control({
    method: 'POST',
    path: '/acceptance/explain',
    summary: 'Explain which criteria a record did not meet, and what can help',
    query: null,
    body: explainBodySchema,
    reply: z.strictObject({ explanations: z.array(explanationSchema) }),
    act: ({ body: { acceptance, failures } }) => {
      const issues = acceptanceIssues(acceptance);
      if (issues.length > 0) throw new InvalidInputError(issues.map(inBody));
      const explanations = explainFailures(
        failures as AcceptanceFailure[],
        acceptance as AcceptanceCriteria,
      );
      return { explanations };
    },
  }),
};
