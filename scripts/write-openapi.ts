// Writes the OpenAPI document of the service beside the built package; a step of `npm run build`.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { defaultUrls } from '../mock/ground/urls.ts';
import { serviceDocument } from '../mock/openapi/service-document.ts';

const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
const folder = new URL('../dist/', import.meta.url);
await mkdir(folder, { recursive: true });
const document = serviceDocument({ baseUrl: defaultUrls.api, version });
await writeFile(new URL('openapi.json', folder), `${JSON.stringify(document)}\n`);
