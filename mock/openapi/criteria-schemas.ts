import {
  acceptanceSchema,
  disclosureCriteriaSchema,
  leadMatchCriteriaSchema,
  recordCriteriaSchema,
} from '../../src/contract/acceptance.ts';
import { PHRASE_MAX_CHARS, RULE_ID_MAX_CHARS } from '../../src/contract/limits.ts';
import { forbiddenTextRuleSchema, requiredTextRuleSchema } from '../../src/contract/text-rules.ts';
import { described } from './described.ts';
import { type Json, jsonSchemas } from './json-schemas.ts';

/** The parts of the acceptance criteria, by the names of their types. */
export const criteriaParts = () => ({
  AcceptanceCriteria: acceptanceSchema(),
  RecordCriteria: recordCriteriaSchema(),
  DisclosureCriteria: disclosureCriteriaSchema(),
  LeadMatchCriteria: leadMatchCriteriaSchema(),
  RequiredTextRule: requiredTextRuleSchema(),
  ForbiddenTextRule: forbiddenTextRuleSchema(),
});

/** At most so many characters once what stands around them is trimmed. */
const PHRASE = `^\\s*\\S(?:[\\s\\S]{0,${PHRASE_MAX_CHARS - 2}}\\S)?\\s*$`;

const RULE_ID = `^(?!(?:record|disclosure|leadMatch)\\.)[A-Za-z0-9._-]{1,${RULE_ID_MAX_CHARS}}$`;

/** What our own checks of a text rule demand beyond what its form says. */
function ruleOf(schema: Json): Json {
  const { properties } = schema as { properties: Record<string, Json> };
  const { ruleId, anyOf } = properties;
  return {
    ...schema,
    properties: {
      ...properties,
      ruleId: { ...ruleId, pattern: RULE_ID },
      anyOf: { ...anyOf, items: { type: 'string', pattern: PHRASE } },
    },
  };
}

/** Where the field is there at all, every disclosure must be consented to (spec §2.7). */
const SUBMISSION_NEEDS_CONSENT = {
  if: { required: ['allowConsentBySubmission'] },
  then: {
    required: ['requireEveryDisclosureConsented'],
    properties: { requireEveryDisclosureConsented: { const: true } },
  },
};

const UNSAID =
  'Two demands have no form in JSON Schema: each ruleId stands once in both lists together, and leadMatch.phone can be normalized. Lengths are counted in code points here, and in UTF-16 units by the service’s fake.';

/**
 * The JSON Schemas of the criteria, no looser than what is refused as `400` (spec §2.7), with what
 * the checks say that stand beside the form.
 *
 * @param schemas those of {@link criteriaParts}, among others perhaps.
 */
export function strictCriteria(schemas: Readonly<Record<string, Json>>): Record<string, Json> {
  const { AcceptanceCriteria, DisclosureCriteria, RequiredTextRule, ForbiddenTextRule } = schemas;
  return {
    ...schemas,
    AcceptanceCriteria: { ...AcceptanceCriteria, $comment: UNSAID },
    DisclosureCriteria: { ...DisclosureCriteria, ...SUBMISSION_NEEDS_CONSENT },
    RequiredTextRule: ruleOf(RequiredTextRule ?? {}),
    ForbiddenTextRule: ruleOf(ForbiddenTextRule ?? {}),
  };
}

/** The acceptance criteria as a JSON Schema (draft 2020-12) that stands by itself. */
export function criteriaJsonSchema(): Json {
  const parts = strictCriteria(described(jsonSchemas(criteriaParts())));
  const text = JSON.stringify(parts).replaceAll('#/components/schemas/', '#/$defs/');
  const { AcceptanceCriteria, ...rest } = JSON.parse(text) as Record<string, Json>;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Acceptance criteria',
    ...AcceptanceCriteria,
    $defs: rest,
  };
}
