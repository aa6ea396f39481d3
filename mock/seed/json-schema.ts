import * as z from 'zod/mini';
import { presetNames, presets } from '../capture/presets.ts';
import { seedSchema } from './seed-schema.ts';

/**
 * Returns the JSON Schema of a seed file (draft 7, which editors know), so that an editor can
 * complete and check it. References within the seed are checked only when it is read.
 */
export function seedJsonSchema(): object {
  return z.toJSONSchema(seedSchema(), {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.enum?.[0] === presetNames[0]) {
        const told = presetNames.map((name) => presets[name].description);
        Object.assign(jsonSchema, { enumDescriptions: told });
      }
    },
  });
}
