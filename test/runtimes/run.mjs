// `npm run runtimes`: runs the same suite on every runtime, from the built package, and checks its
// declarations under every TypeScript version. An argument names another build folder than `dist`.
// Fails if a case fails; reports runtimes that cannot be installed.
import { existsSync } from 'node:fs';
import { compileEverywhere } from './driver/compile.mjs';
import { installPackage, installRuntimes } from './driver/install.mjs';
import { run, runProcess } from './driver/run-process.mjs';
import { runWorker } from './driver/run-worker.mjs';
import { ABSENT, RUNTIMES } from './driver/runtimes.mjs';
import { failuresOf, tableOf } from './driver/table.mjs';

async function versionOf(runtime) {
  const { stdout } = await run(runtime.file, ['--version'], runtime.env ?? {});
  return stdout.match(/\d[\w.-]*/)?.[0] ?? 'unknown';
}

function failedRow(name, error) {
  const failed = { group: 'loading', title: 'the suite runs', passed: false, error };
  return { name, version: '', results: [failed] };
}

/** Runs the suite on one runtime, which may be missing only if there was a problem installing it. */
async function rowOf(runtime, openStage, problem) {
  const { name } = runtime;
  // Asked here and not where the runtimes are listed: in a fresh checkout they are installed later.
  if (!existsSync(runtime.file)) {
    if (problem !== undefined) return { name, version: ABSENT, results: [] };
    return failedRow(name, `${runtime.file} is missing after an installation without an error`);
  }
  const began = performance.now();
  const { hasSockets, hasEnvironment } = runtime;
  const stage = await openStage();
  const offers = { ...runtime, ...(hasSockets && stage.offers) };
  const env = hasEnvironment ? stage.env : {};
  const start = runtime.kind === 'worker' ? runWorker : runProcess;
  try {
    const results = await start(runtime, offers, env);
    const seconds = (performance.now() - began) / 1000;
    return { name, version: await versionOf(runtime), results, seconds };
  } catch (error) {
    return failedRow(name, String(error));
  } finally {
    await stage.close();
  }
}

const problem = installRuntimes();
if (problem !== undefined) console.log(`Not everything could be installed: ${problem}\n`);
installPackage(process.argv[2]);
// The package can only be imported from here on.
const { openStage } = await import('./driver/stage.mjs');
const runtimes = [];
for (const runtime of RUNTIMES) runtimes.push(await rowOf(runtime, openStage, problem));
console.log(`${tableOf(runtimes)}\n`);
const compilers = await compileEverywhere();
console.log(tableOf(compilers));
const failures = failuresOf([...runtimes, ...compilers]);
for (const line of failures) console.error(line);
process.exitCode = failures.length > 0 ? 1 : 0;
