// Writes the pages that are generated from the code, and the build they come from: `npm run generate`.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generatedPages } from './generated-pages.ts';

for (const { file, text } of generatedPages()) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
const { renderExamples } = await import('./render-examples.ts');
await writeFile('mock/openapi/examples.json', await renderExamples());
// It needs the descriptions and the examples, which were written just now.
const { renderClientTypes } = await import('./render-client-types.ts');
await writeFile('test/openapi/generated-types.ts', await renderClientTypes());
