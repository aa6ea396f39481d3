#!/usr/bin/env node
import { runCli } from './run-cli.ts';
import { surviveLostOutput } from './survive-lost-output.ts';

surviveLostOutput();
const code = await runCli(process.argv.slice(2));
if (code !== 0) process.exitCode = code;
