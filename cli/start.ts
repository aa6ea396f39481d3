import { hideSqliteWarning } from './hide-sqlite-warning.ts';
import { runCli } from './run-cli.ts';
import { surviveLostOutput } from './survive-lost-output.ts';

/** Runs one command line as this process. */
export async function start(args: readonly string[]): Promise<void> {
  surviveLostOutput();
  hideSqliteWarning();
  const code = await runCli(args);
  if (code !== 0) process.exitCode = code;
}
