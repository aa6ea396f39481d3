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

/** At most `PHRASE_MAX_CHARS` characters after white space at both ends is trimmed. */
const PHRASE = `^\\s*\\S(?:[\\s\\S]{0,${PHRASE_MAX_CHARS - 2}}\\S)?\\s*$`;

const RULE_ID = `^(?!(?:record|disclosure|leadMatch)\\.)[A-Za-z0-9._-]{1,${RULE_ID_MAX_CHARS}}$`;

/** Adds what the checks of a text rule require beyond its schema. */
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

/** If the field is present, consent to every disclosure must be required (spec §2.7). */
const SUBMISSION_NEEDS_CONSENT = {
  if: {
    required: ['allowConsentBySubmission'],
    properties: { allowConsentBySubmission: {} },
  },
  then: {
    required: ['requireEveryDisclosureConsented'],
    properties: { requireEveryDisclosureConsented: { const: true } },
  },
};

const UNSAID =
  'Two requirements cannot be expressed in JSON Schema: each ruleId is unique across both lists, and leadMatch.phone can be normalized. Lengths are counted in code points here, and in UTF-16 units by the service’s fake.';

/**
 * Returns the JSON Schemas of the criteria, with the checks behind `400` (spec §2.7) that JSON
 * Schema can express. `UNSAID` names the others.
 *
 * @param schemas those of {@link criteriaParts}, and possibly others.
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

/** Returns the acceptance criteria as a self-contained JSON Schema (draft 2020-12). */
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
