import type { Json } from './json-schemas.ts';

type Members = Readonly<Record<string, Json>>;

interface ObjectSchema {
  readonly properties: Members;
  readonly required: readonly string[];
}

/** Whether the member can never be present: JSON has no value for it. */
const isNever = (member: Json): boolean => 'not' in member;

/** Returns what a member is in at least one of the forms. */
function memberOf(forms: readonly ObjectSchema[], name: string): Json {
  const all = forms.flatMap(({ properties }): Json[] => {
    const member = properties[name];
    return member === undefined || isNever(member) ? [] : [member];
  });
  const [first = {}] = all;
  const { const: only, ...open } = first;
  return all.every((each) => each['const'] === only) ? first : open;
}

/**
 * Joins the forms of an object into one: generated code in most languages cannot tell them apart by
 * a boolean. A member is required if every form requires it.
 */
export function flattened(schema: Json): Json {
  const { oneOf: forms, ...rest } = schema as { oneOf?: readonly ObjectSchema[] };
  if (forms === undefined) return schema;
  const names = [...new Set(forms.flatMap(({ properties }) => Object.keys(properties)))];
  const required = (forms[0]?.required ?? []).filter((name) =>
    forms.every((form) => form.required.includes(name)),
  );
  const properties = Object.fromEntries(names.map((name) => [name, memberOf(forms, name)]));
  return { ...rest, type: 'object', properties, required };
}

const entriesOf = (part: object): [string, unknown][] => Object.entries(part);

/** Rewrites each schema of a document, the inner ones first. Leaves examples, which are values. */
export function rewritten(part: unknown, rewrite: (schema: Json) => Json): unknown {
  if (Array.isArray(part)) return part.map((each) => rewritten(each, rewrite));
  if (typeof part !== 'object' || part === null) return part;
  const inner = entriesOf(part).map(([name, each]): [string, unknown] => {
    if (/^examples?$/.test(name)) return [name, each];
    if (name !== 'properties') return [name, rewritten(each, rewrite)];
    // Its names are those of members, not of keywords.
    const members = entriesOf(each as object);
    const of = members.map(([member, schema]) => [member, rewritten(schema, rewrite)] as const);
    return [name, Object.fromEntries(of)];
  });
  return rewrite(Object.fromEntries(inner));
}

/** A single value as a list of one, which every generator knows. */
export function constAsEnum(schema: Json): Json {
  if (!('const' in schema) || !('type' in schema)) return schema;
  const { const: only, ...rest } = schema;
  return { ...rest, enum: [only] };
}
