#!/usr/bin/env node
import module from 'node:module';

// Node keeps the compiled code in the system's temporary folder, so later starts are faster. That
// holds only for what is loaded after this call. Node 20 has no such function.
module.enableCompileCache?.();
const { start } = await import('./start.ts');
await start(process.argv.slice(2));
