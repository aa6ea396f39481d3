// Writes the JSON Schema of acceptance criteria beside the built package; a step of `npm run build`.
import { mkdir, writeFile } from 'node:fs/promises';
import { criteriaJsonSchema } from '../mock/openapi/criteria-schemas.ts';

const folder = new URL('../dist/', import.meta.url);
await mkdir(folder, { recursive: true });
const json = `${JSON.stringify(criteriaJsonSchema())}\n`;
await writeFile(new URL('criteria.schema.json', folder), json);
