// Writes the documentation that the package ships into `dist/docs`; a step of the build.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageDocs } from './docs/package-docs.ts';

rmSync('dist/docs', { recursive: true, force: true });
for (const [file, text] of packageDocs()) {
  const target = path.join('dist/docs', file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
