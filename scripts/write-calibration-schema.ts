// Writes the JSON Schema of a calibration's report beside the built package; a step of `npm run build`.
import { mkdir, writeFile } from 'node:fs/promises';
import { calibrationJsonSchema } from './calibration-schema.ts';

const folder = new URL('../dist/', import.meta.url);
await mkdir(folder, { recursive: true });
const json = `${JSON.stringify(calibrationJsonSchema())}\n`;
await writeFile(new URL('calibration.schema.json', folder), json);
