import * as z from 'zod/mini';
import { pageParts } from '../capture/page-parts.ts';
import { presetNames, presets } from '../capture/presets.ts';
import { seedSchema } from '../seed/seed-schema.ts';
import { described } from './described.ts';

/** Marks the schema of a page's part with its name until the part is described. */
const MARK = 'x-part';

/** Describes each marked part, at any depth. */
function withDescriptions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withDescriptions);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { [MARK]: name, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, withDescriptions(part)]),
  );
  return typeof name === 'string' ? described({ [name]: rest })[name] : rest;
}

/**
 * Returns the JSON Schema of a seed file (draft 7, which editors know), so that an editor can
 * complete and check it. References within the seed are checked only when it is read.
 */
export function seedJsonSchema(): object {
  const names = new Map<unknown, string>(
    Object.entries(pageParts()).map(([name, schema]) => [schema, name]),
  );
  const schema = z.toJSONSchema(seedSchema(), {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const name = names.get(zodSchema);
      if (name !== undefined) Object.assign(jsonSchema, { [MARK]: name });
      if (jsonSchema.enum?.[0] === presetNames[0]) {
        const told = presetNames.map((each) => presets[each].description);
        Object.assign(jsonSchema, { enumDescriptions: told });
      }
    },
  });
  return withDescriptions(schema) as object;
}
