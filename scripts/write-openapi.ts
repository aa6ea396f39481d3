// Writes the OpenAPI documents of the service beside the built package; a step of `npm run build`.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { defaultUrls } from '../mock/ground/urls.ts';
import { serviceDocument } from '../mock/openapi/service-document.ts';
import { asOpenApi30 } from './openapi-3-0.ts';

const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
const folder = new URL('../dist/', import.meta.url);
await mkdir(folder, { recursive: true });
const document = serviceDocument({ baseUrl: defaultUrls.api, version });
const files = { 'openapi.json': document, 'openapi-3.0.json': asOpenApi30(document) };
for (const [file, each] of Object.entries(files)) {
  await writeFile(new URL(file, folder), `${JSON.stringify(each)}\n`);
}
