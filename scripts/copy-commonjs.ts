import { copyFileSync } from 'node:fs';

// The build writes ES modules and their declarations; the one CommonJS face is written by hand.
for (const file of ['msw.cjs', 'msw.d.cts']) copyFileSync(`mock/${file}`, `dist/mock/${file}`);
