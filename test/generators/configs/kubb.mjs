import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';

/** Refuses names that the document does not allow: kubb's zod objects drop them. */
const schema = ({ schema: given }, parsed) =>
  given?.additionalProperties === false
    ? parsed.map((each) =>
        each.keyword === 'object' ? { ...each, args: { ...each.args, strict: true } } : each,
      )
    : parsed;

const outputOf = (name, zod) => ({
  name,
  root: '.',
  input: { path: process.env.OPENAPI },
  output: { path: `generated/${name}`, clean: true, format: false, lint: false },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs(),
    pluginZod({ version: '4', ...zod }),
    pluginClient({ client: 'fetch' }),
  ],
});

export default defineConfig([
  outputOf('kubb', { transformers: { schema } }),
  outputOf('kubb-loose', {}),
]);
