import type { Json } from '../mock/openapi/json-schemas.ts';
import { rewritten } from '../mock/openapi/narrow.ts';

/** What JSON Schema 2020-12 has and OpenAPI 3.0 does not; the descriptions say it in words. */
const UNKNOWN = new Set(['$comment', 'if', 'then', 'propertyNames']);

/** A type beside null as `nullable`. */
function asNullable(schema: Json): Json {
  const { type, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const [only, ...others] = type.filter((each) => each !== 'null') as string[];
  if (others.length > 0 || type.length !== 2) throw new Error(`${type.join()} has no form in 3.0`);
  return { ...rest, type: only, nullable: true };
}

/** A reference has no neighbours in OpenAPI 3.0. */
function asAllOf(schema: Json): Json {
  const { $ref, ...rest } = schema;
  return typeof $ref === 'string' && Object.keys(rest).length > 0
    ? { ...rest, allOf: [{ $ref }] }
    : schema;
}

function schemaOf30(schema: Json): Json {
  const known = Object.entries(schema).filter(([name]) => !UNKNOWN.has(name));
  return asAllOf(asNullable(Object.fromEntries(known)));
}

/** Converts a document in the narrow view to OpenAPI 3.0, which has no webhooks. */
export function asOpenApi30(document: Json): Json {
  const {
    webhooks: _,
    info,
    tags,
    components,
    ...rest
  } = rewritten(document, schemaOf30) as Json & {
    readonly info: Json;
    readonly tags: readonly Json[];
    readonly components: { readonly schemas: Json };
  };
  const { CdrCompletedEvent: __, ...schemas } = components.schemas;
  return {
    ...rest,
    openapi: '3.0.3',
    info: { ...info, license: { name: 'MIT', url: 'https://opensource.org/license/mit' } },
    tags: tags.filter(({ name }) => name !== 'webhooks'),
    components: { ...components, schemas },
  };
}
