import { vi } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';
import { reportIn } from './envelope.ts';

/** The results of a command line that ran in this process. */
export interface RanHere {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, with no variables of ours except these. */
export async function runHere(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<RanHere> {
  const said = { stdout: '', stderr: '' };
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('CONSENT_EVIDENCE_')) vi.stubEnv(name, undefined);
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text);
      return true;
    }),
  );
  try {
    const returned = await runCli(args);
    return { code: returned === 0 ? Number(process.exitCode ?? 0) : returned, ...said };
  } finally {
    process.exitCode = undefined;
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}

/** Returns what its line of JSON says, once that is as the shipped schema has it. */
export function reported({ stdout }: RanHere): Record<string, unknown> {
  return reportIn(stdout);
}
