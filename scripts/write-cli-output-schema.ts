// Writes the JSON Schema of `--json` beside the built package; a step of `npm run build`.
import { mkdir, writeFile } from 'node:fs/promises';
import { cliOutputJsonSchema } from './cli-output-schema.ts';

const folder = new URL('../dist/', import.meta.url);
await mkdir(folder, { recursive: true });
const json = `${JSON.stringify(cliOutputJsonSchema())}\n`;
await writeFile(new URL('cli-output.schema.json', folder), json);
