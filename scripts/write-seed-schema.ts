// Writes the JSON Schema of seed files beside the built package; a step of `npm run build`.
import { mkdir, writeFile } from 'node:fs/promises';
import { seedJsonSchema } from '../mock/openapi/seed-json-schema.ts';

const folder = new URL('../dist/', import.meta.url);
await mkdir(folder, { recursive: true });
const json = `${JSON.stringify(seedJsonSchema())}\n`;
await writeFile(new URL('seed.schema.json', folder), json);
