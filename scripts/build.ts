// Builds `dist`, unless it is there and of these sources already; `--force` builds it in any case.
import { spawnSync } from 'node:child_process';
import { isBuilt, recordBuild } from './built.ts';

/** Each step writes into `dist`, after the bundler has emptied it. */
const STEPS = [
  './copy-commonjs.ts',
  './link-declarations.ts',
  './third-party-licenses.ts',
  './write-seed-schema.ts',
  './write-criteria-schema.ts',
  './write-calibration-schema.ts',
  './write-cli-output-schema.ts',
  './write-man-page.ts',
  './write-openapi.ts',
  './write-package-docs.ts',
];

if (process.argv.includes('--force') || !isBuilt()) {
  const { status } = spawnSync('tsup', { stdio: 'inherit', shell: true });
  if (status !== 0) process.exit(status ?? 1);
  for (const step of STEPS) await import(step);
  recordBuild();
}
