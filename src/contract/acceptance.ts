import * as z from 'zod';
import { type Issue, issuesOf } from './issue.ts';
import {
  ACCEPTANCE_SCHEMA_VERSION,
  LEAD_PHONE_MAX_CHARS,
  MAX_AGE_SECONDS_MAX,
  PHRASE_MAX_CHARS,
  PHRASES_MAX,
  RULE_ID_MAX_CHARS,
  TEXT_RULES_MAX,
} from './limits.ts';

/** How a text rule's phrase is compared with a disclosure's text (spec §2.7). */
export type TextMatch = 'contains' | 'exact';

/** Whether one disclosure or each of them must match (spec §2.7). */
export type TextScope = 'any_disclosure' | 'every_disclosure';

/** A phrase that the disclosure language must not contain (spec §2.7). */
export interface ForbiddenTextRule {
  /**
   * 1 to 64 characters of `[A-Za-z0-9._-]`, unique across both rule lists, not beginning with
   * `record.`, `disclosure.` or `leadMatch.`. A refusal names the rule by it.
   */
  ruleId: string;
  /** 1 to 10 phrases of 1 to 5,000 characters after trimming; any one that matches counts. */
  anyOf: string[];
  /** `contains` unless said. */
  match?: TextMatch | undefined;
}

/** A phrase that the disclosure language must contain (spec §2.7). */
export interface RequiredTextRule extends ForbiddenTextRule {
  /** `any_disclosure` unless said. Neither passes a record whose disclosure list is empty. */
  scope?: TextScope | undefined;
}

/** Requirements about the record (spec §2.7). */
export interface RecordCriteria {
  /**
   * The greatest age in **seconds**, measured from the record's `createdAt`: a whole number from 1
   * to 157,680,000 (5 years). Every other duration of this API is in milliseconds.
   */
  maxAgeSeconds?: number | undefined;
}

/** The checks of `disclosure` that stand on their own (spec §2.7). `true` adds a check. */
export interface DisclosureChecks {
  /** At least one disclosure was found. */
  requirePresent?: boolean | undefined;
  /** A submission was observed. */
  requireUserSubmission?: boolean | undefined;
  /** At least one disclosure had a readable bound consent checkbox. */
  requireCheckboxPresent?: boolean | undefined;
  /** Every found checkbox was checked; a record without any checkbox is refused as unavailable. */
  requireAllCheckboxesAffirmed?: boolean | undefined;
  /** At most 20 phrases that must be there. */
  requiredText?: RequiredTextRule[] | undefined;
  /** At most 20 phrases that must not be there. */
  forbiddenText?: ForbiddenTextRule[] | undefined;
}

/** Whether every disclosure must have been consented to, and by which mechanism (spec §2.7). */
export type DisclosureConsentCriteria =
  | {
      /** Every disclosure was consented to by a checked checkbox. */
      requireEveryDisclosureConsented?: boolean | undefined;
      /** Left out: a button alone is no consent. */
      allowConsentBySubmission?: undefined;
    }
  | {
      /** Every disclosure was consented to, by a checked checkbox or by the button. */
      requireEveryDisclosureConsented: true;
      /**
       * Also accept the `button_submission` mechanism. Whenever this field is present, `false`
       * included, `requireEveryDisclosureConsented` must be `true`.
       */
      allowConsentBySubmission: boolean;
    };

/** Requirements about what was shown and how the person agreed (spec §2.7). */
export type DisclosureCriteria = DisclosureChecks & DisclosureConsentCriteria;

/** Requirement that the record's form data matches the lead (spec §2.7). */
export interface LeadMatchCriteria {
  /**
   * 1 to 40 characters in any common formatting that come to a 10-digit North American number,
   * with an optional leading 1.
   */
  phone: string;
}

/**
 * What a buyer demands of a record before it is received and paid for (spec §2.7). Strict: a field
 * that is not listed here is refused, at every depth.
 *
 * @example
 * ```ts
 * const criteria: AcceptanceCriteria = {
 *   schemaVersion: 1,
 *   record: { maxAgeSeconds: 3600 },
 *   disclosure: { requireAllCheckboxesAffirmed: true },
 * };
 * ```
 */
export interface AcceptanceCriteria {
  /** The number 1; the service has no default for it. */
  schemaVersion: 1;
  /** How old the record may be. */
  record?: RecordCriteria | undefined;
  /** What was shown, and how the person agreed. */
  disclosure?: DisclosureCriteria | undefined;
  /** Whose number the page's form must hold. */
  leadMatch?: LeadMatchCriteria | undefined;
}

const flag = z.boolean({ error: 'expected true or false' }).optional();

const phraseSchema = z
  .string({ error: 'expected a string' })
  .refine((phrase) => phrase.trim().length >= 1, 'expected at least 1 character after trimming')
  .refine(
    (phrase) => phrase.trim().length <= PHRASE_MAX_CHARS,
    `expected at most ${PHRASE_MAX_CHARS} characters after trimming`,
  );

const ruleIdSchema = z
  .string({ error: 'expected a string' })
  .regex(
    new RegExp(`^[A-Za-z0-9._-]{1,${RULE_ID_MAX_CHARS}}$`),
    `expected 1 to ${RULE_ID_MAX_CHARS} characters of A-Z, a-z, 0-9, ".", "_" and "-"`,
  )
  .refine(
    (ruleId) => !/^(?:record|disclosure|leadMatch)\./.test(ruleId),
    'must not begin with "record.", "disclosure." or "leadMatch."',
  );

const forbiddenTextRuleSchema = z.strictObject({
  ruleId: ruleIdSchema,
  anyOf: z
    .array(phraseSchema, { error: 'expected a list of phrases' })
    .min(1, 'expected at least 1 phrase')
    .max(PHRASES_MAX, `expected at most ${PHRASES_MAX} phrases`),
  match: z.enum(['contains', 'exact'], { error: 'expected "contains" or "exact"' }).optional(),
}) satisfies z.ZodType<ForbiddenTextRule>;

const requiredTextRuleSchema = forbiddenTextRuleSchema.extend({
  scope: z
    .enum(['any_disclosure', 'every_disclosure'], {
      error: 'expected "any_disclosure" or "every_disclosure"',
    })
    .optional(),
}) satisfies z.ZodType<RequiredTextRule>;

function ruleList<T extends z.ZodType>(rule: T) {
  return z
    .array(rule, { error: 'expected a list of text rules' })
    .max(TEXT_RULES_MAX, `expected at most ${TEXT_RULES_MAX} rules`)
    .optional();
}

interface RuleLists {
  requiredText?: { ruleId: string }[] | undefined;
  forbiddenText?: { ruleId: string }[] | undefined;
}

/** Each place where a `ruleId` stands a second time; both lists share one namespace. */
function repeatedRuleIds(lists: RuleLists): (string | number)[][] {
  const seen = new Set<string>();
  const repeated: (string | number)[][] = [];
  for (const list of ['requiredText', 'forbiddenText'] as const) {
    for (const [index, rule] of (lists[list] ?? []).entries()) {
      if (seen.has(rule.ruleId)) repeated.push([list, index, 'ruleId']);
      seen.add(rule.ruleId);
    }
  }
  return repeated;
}

const disclosureSchema = z
  .strictObject({
    requirePresent: flag,
    requireUserSubmission: flag,
    requireCheckboxPresent: flag,
    requireAllCheckboxesAffirmed: flag,
    requireEveryDisclosureConsented: flag,
    allowConsentBySubmission: flag,
    requiredText: ruleList(requiredTextRuleSchema),
    forbiddenText: ruleList(forbiddenTextRuleSchema),
  })
  .superRefine((disclosure, context) => {
    if (
      disclosure.allowConsentBySubmission !== undefined &&
      disclosure.requireEveryDisclosureConsented !== true
    ) {
      context.addIssue({
        code: 'custom',
        path: ['allowConsentBySubmission'],
        message:
          'only allowed, even as false, where requireEveryDisclosureConsented is true; leave it out',
      });
    }
    for (const path of repeatedRuleIds(disclosure)) {
      context.addIssue({ code: 'custom', path, message: 'this ruleId stands here a second time' });
    }
  });

/** The acceptance object as the service checks it (spec §2.7): strict, with no default. */
export const acceptanceSchema = z.strictObject({
  schemaVersion: z.literal(ACCEPTANCE_SCHEMA_VERSION, { error: 'expected the number 1' }),
  record: z
    .strictObject({
      maxAgeSeconds: z
        .int({ error: 'expected a whole number of seconds' })
        .min(1, 'expected at least 1 second')
        .max(MAX_AGE_SECONDS_MAX, `expected at most ${MAX_AGE_SECONDS_MAX} seconds (5 years)`)
        .optional(),
    })
    .optional(),
  disclosure: disclosureSchema.optional(),
  leadMatch: z
    .strictObject({
      phone: z
        .string({ error: 'expected a string' })
        .min(1, 'expected at least 1 character')
        .max(LEAD_PHONE_MAX_CHARS, `expected at most ${LEAD_PHONE_MAX_CHARS} characters`),
    })
    .optional(),
});

/**
 * What breaks the strict shape of acceptance criteria (spec §2.7), with the paths that the service
 * names too. Whether the phone number can be normalised is not a matter of shape: see
 * `normalizePhone`.
 */
export function acceptanceIssues(criteria: unknown): Issue[] {
  return issuesOf(acceptanceSchema, criteria);
}
