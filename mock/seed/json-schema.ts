import * as z from 'zod/mini';
import { presetNames, presets } from '../capture/presets.ts';
import { seedSchema } from './seed-schema.ts';

/**
 * The JSON Schema of a seed file (draft 7, the one that editors know), so that an editor completes
 * and checks it. What refers to something else in the seed is checked only when it is read.
 */
export function seedJsonSchema(): object {
  return z.toJSONSchema(seedSchema(), {
    target: 'draft-7',
    io: 'input',
    // The one schema without a form of its own: custom data, any JSON object.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'custom') jsonSchema.type = 'object';
      if (jsonSchema.enum?.[0] === presetNames[0]) {
        const told = presetNames.map((name) => presets[name].description);
        Object.assign(jsonSchema, { enumDescriptions: told });
      }
    },
  });
}
