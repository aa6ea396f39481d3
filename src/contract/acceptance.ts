import * as z from 'zod/mini';
import { type Issue } from '../options/issue.ts';
import { issuesOf } from './issue.ts';
import { ACCEPTANCE_SCHEMA_VERSION, LEAD_PHONE_MAX_CHARS, MAX_AGE_SECONDS_MAX } from './limits.ts';
import { exactly, schemaOf } from './schema-of.ts';
import {
  type ForbiddenTextRule,
  forbiddenTextSchema,
  type RequiredTextRule,
  requiredTextSchema,
} from './text-rules.ts';

/** Requirements about the record (spec §2.7). */
export interface RecordCriteria {
  /**
   * The maximum age in **seconds**, measured from the record's `createdAt`: a whole number from 1
   * to 157,680,000 (5 years). Every other duration in this API is in milliseconds.
   */
  maxAgeSeconds?: number | undefined;
}

/** The checks of `disclosure` that do not depend on each other (spec §2.7). `true` adds a check. */
export interface DisclosureChecks {
  /** At least one disclosure was found. */
  requirePresent?: boolean | undefined;
  /** A submission was observed. */
  requireUserSubmission?: boolean | undefined;
  /** At least one disclosure had a readable bound consent checkbox. */
  requireCheckboxPresent?: boolean | undefined;
  /** Every checkbox found was checked. A record without any checkbox is refused as `unavailable`. */
  requireAllCheckboxesAffirmed?: boolean | undefined;
  /** At most 20 rules for phrases that must be present. */
  requiredText?: RequiredTextRule[] | undefined;
  /** At most 20 rules for phrases that must not be present. */
  forbiddenText?: ForbiddenTextRule[] | undefined;
}

/** Whether every disclosure must have been consented to, and by which mechanism (spec §2.7). */
export type DisclosureConsentCriteria =
  | {
      /** Every disclosure was consented to by a checked checkbox. */
      requireEveryDisclosureConsented?: boolean | undefined;
      /** Absent: a button alone does not count as consent. */
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
   * A 10-digit North American number, with an optional leading 1, in any common formatting: 1 to 40
   * characters.
   */
  phone: string;
}

/**
 * What a buyer requires of a record before it is received and paid for (spec §2.7). Strict: a field
 * that is not listed here is refused, at every depth.
 *
 * @example
 * ```ts
 * const criteria: AcceptanceCriteria = {
 *   schemaVersion: 1,
 *   record: { maxAgeSeconds: 3600 },
 *   disclosure: { requireEveryDisclosureConsented: true, allowConsentBySubmission: true },
 * };
 * ```
 */
export interface AcceptanceCriteria {
  /** The number 1. The service has no default for it. */
  schemaVersion: 1;
  /** How old the record may be. */
  record?: RecordCriteria | undefined;
  /** What was shown, and how the person agreed. */
  disclosure?: DisclosureCriteria | undefined;
  /** The lead that the page's form data must match. */
  leadMatch?: LeadMatchCriteria | undefined;
}

/** The same members as a flat type: only the schema, at run time, checks which may go together. */
export type DisclosureMembers = DisclosureChecks & {
  [Name in keyof DisclosureConsentCriteria]?: boolean | undefined;
};

/** The criteria with `disclosure` as a flat type. */
export type CriteriaMembers = Omit<AcceptanceCriteria, 'disclosure'> & {
  disclosure?: DisclosureMembers | undefined;
};

interface RuleLists {
  requiredText?: { ruleId: string }[] | undefined;
  forbiddenText?: { ruleId: string }[] | undefined;
}

/** Returns the path of each repeated `ruleId`. Both lists share one namespace. */
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

/** `disclosure` of the criteria (spec §2.7). */
export const disclosureCriteriaSchema = schemaOf(exactly<DisclosureMembers>, () => {
  const flag = z.optional(z.boolean({ error: 'expected true or false' }));
  return z
    .strictObject({
      requirePresent: flag,
      requireUserSubmission: flag,
      requireCheckboxPresent: flag,
      requireAllCheckboxesAffirmed: flag,
      requireEveryDisclosureConsented: flag,
      allowConsentBySubmission: flag,
      requiredText: requiredTextSchema(),
      forbiddenText: forbiddenTextSchema(),
    })
    .check(
      z.superRefine((given, context) => {
        if (
          given.allowConsentBySubmission !== undefined &&
          given.requireEveryDisclosureConsented !== true
        ) {
          context.addIssue({
            code: 'custom',
            path: ['allowConsentBySubmission'],
            message:
              'allowed, even as false, only if requireEveryDisclosureConsented is true; leave it out',
          });
        }
        for (const path of repeatedRuleIds(given)) {
          const message = 'this ruleId is used twice';
          context.addIssue({ code: 'custom', path, message });
        }
      }),
    );
});

function maxAgeSeconds() {
  return z
    .int({ error: 'expected a whole number of seconds' })
    .check(
      z.minimum(1, 'expected at least 1 second'),
      z.maximum(MAX_AGE_SECONDS_MAX, `expected at most ${MAX_AGE_SECONDS_MAX} seconds (5 years)`),
    );
}

function phone() {
  return z
    .string({ error: 'expected a string' })
    .check(
      z.minLength(1, 'expected at least 1 character'),
      z.maxLength(LEAD_PHONE_MAX_CHARS, `expected at most ${LEAD_PHONE_MAX_CHARS} characters`),
    );
}

/** `record` of the criteria (spec §2.7). */
export const recordCriteriaSchema = schemaOf(exactly<RecordCriteria>, () =>
  z.strictObject({ maxAgeSeconds: z.optional(maxAgeSeconds()) }),
);

/** `leadMatch` of the criteria (spec §2.7). */
export const leadMatchCriteriaSchema = schemaOf(exactly<LeadMatchCriteria>, () =>
  z.strictObject({ phone: phone() }),
);

/** The acceptance object as the service checks it (spec §2.7): strict, without defaults. */
export const acceptanceSchema = schemaOf(exactly<CriteriaMembers>, () =>
  z.strictObject({
    schemaVersion: z.literal(ACCEPTANCE_SCHEMA_VERSION, { error: 'expected the number 1' }),
    record: z.optional(recordCriteriaSchema()),
    disclosure: z.optional(disclosureCriteriaSchema()),
    leadMatch: z.optional(leadMatchCriteriaSchema()),
  }),
);

/**
 * Lists what violates the strict shape of acceptance criteria (spec §2.7), at the paths that the
 * service reports too. Does not check whether the phone number can be normalised: see
 * `normalizePhone`.
 */
export function acceptanceIssues(criteria: unknown): Issue[] {
  return issuesOf(acceptanceSchema(), criteria);
}
