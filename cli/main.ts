#!/usr/bin/env node
import module from 'node:module';

/** As `engines` of package.json has it. */
const NEEDED = '22.13';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [leastMajor = 0, leastMinor = 0] = NEEDED.split('.').map(Number);

// Checked here because an older Node may not be able to load more.
if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) {
  // Node keeps the compiled code in the system's temporary folder, so later starts are faster. That
  // holds only for what is loaded after this call. Other runtimes have no such function.
  module.enableCompileCache?.();
  const { start } = await import('./start.ts');
  await start(process.argv.slice(2));
} else {
  console.error(
    `error: consent-evidence needs Node ${NEEDED} or newer; this is ${process.versions.node}`,
  );
  process.exitCode = 1;
}
