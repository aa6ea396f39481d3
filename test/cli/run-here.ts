import { vi } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';

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

/** Parses the one line of JSON that it printed. */
export function reported({ stdout }: RanHere): Record<string, unknown> {
  const lines = stdout.trimEnd().split('\n');
  if (lines.length !== 1) throw new Error(`expected one line, not ${lines.length}: ${stdout}`);
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
}
