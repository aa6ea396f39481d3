// Writes docs/conformance.md from the table of rules: `npm run conformance:docs`.
import { writeFileSync } from 'node:fs';
import { conformanceDocument } from './document.ts';

writeFileSync(new URL('../../docs/conformance.md', import.meta.url), conformanceDocument());
