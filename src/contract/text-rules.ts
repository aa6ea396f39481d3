import * as z from 'zod/mini';
import { PHRASE_MAX_CHARS, PHRASES_MAX, RULE_ID_MAX_CHARS, TEXT_RULES_MAX } from './limits.ts';
import { exactly, schemaOf } from './schema-of.ts';

/** How a text rule's phrase is compared with a disclosure's text (spec §2.7). */
export type TextMatch = 'contains' | 'exact';

/** Whether one disclosure or each of them must match (spec §2.7). */
export type TextScope = 'any_disclosure' | 'every_disclosure';

/** A phrase that the disclosure language must not contain (spec §2.7). */
export interface ForbiddenTextRule {
  /**
   * 1 to 64 characters of `[A-Za-z0-9._-]`, unique across both rule lists. Must not begin with
   * `record.`, `disclosure.` or `leadMatch.`. A refusal names the rule by this id.
   */
  ruleId: string;
  /** 1 to 10 phrases of 1 to 5,000 characters after trimming; any one that matches counts. */
  anyOf: string[];
  /** How a phrase is compared. Default: `contains`. */
  match?: TextMatch | undefined;
}

/** A phrase that the disclosure language must contain (spec §2.7). */
export interface RequiredTextRule extends ForbiddenTextRule {
  /**
   * Which disclosures must match. Default: `any_disclosure`. Neither passes a record whose disclosure
   * list is empty.
   */
  scope?: TextScope | undefined;
}

function phrase() {
  return z.string({ error: 'expected a string' }).check(
    z.refine((text) => text.trim().length >= 1, 'expected at least 1 character after trimming'),
    z.refine(
      (text) => text.trim().length <= PHRASE_MAX_CHARS,
      `expected at most ${PHRASE_MAX_CHARS} characters after trimming`,
    ),
  );
}

function ruleId() {
  return z.string({ error: 'expected a string' }).check(
    z.regex(
      new RegExp(`^[A-Za-z0-9._-]{1,${RULE_ID_MAX_CHARS}}$`),
      `expected 1 to ${RULE_ID_MAX_CHARS} characters of A-Z, a-z, 0-9, ".", "_" and "-"`,
    ),
    z.refine(
      (text) => !/^(?:record|disclosure|leadMatch)\./.test(text),
      'must not begin with "record.", "disclosure." or "leadMatch."',
    ),
  );
}

function phrases() {
  return z
    .array(phrase(), { error: 'expected a list of phrases' })
    .check(
      z.minLength(1, 'expected at least 1 phrase'),
      z.maxLength(PHRASES_MAX, `expected at most ${PHRASES_MAX} phrases`),
    );
}

/** One rule of `forbiddenText` (spec §2.7). */
export const forbiddenTextRuleSchema = schemaOf(exactly<ForbiddenTextRule>, () =>
  z.strictObject({
    ruleId: ruleId(),
    anyOf: phrases(),
    match: z.optional(z.enum(['contains', 'exact'], { error: 'expected "contains" or "exact"' })),
  }),
);

/** One rule of `requiredText` (spec §2.7). */
export const requiredTextRuleSchema = schemaOf(exactly<RequiredTextRule>, () =>
  z.extend(forbiddenTextRuleSchema(), {
    scope: z.optional(
      z.enum(['any_disclosure', 'every_disclosure'], {
        error: 'expected "any_disclosure" or "every_disclosure"',
      }),
    ),
  }),
);

function listOf<T extends z.ZodMiniType>(rule: T) {
  return z.optional(
    z
      .array(rule, { error: 'expected a list of text rules' })
      .check(z.maxLength(TEXT_RULES_MAX, `expected at most ${TEXT_RULES_MAX} rules`)),
  );
}

/** `requiredText` as the service checks it. Does not check that each `ruleId` is unique. */
export const requiredTextSchema = schemaOf(exactly<RequiredTextRule[] | undefined>, () =>
  listOf(requiredTextRuleSchema()),
);

/** `forbiddenText` as the service checks it. */
export const forbiddenTextSchema = schemaOf(exactly<ForbiddenTextRule[] | undefined>, () =>
  listOf(forbiddenTextRuleSchema()),
);
