import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';

/**
 * Runs the work and rewrites the refusal of an option in the words of the command line.
 *
 * @param flags the flag of each option, such as `keys` → `--key`.
 */
export async function inFlags<T>(
  flags: Readonly<Record<string, string>>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(
      error.issues.map(({ path, message }) => ({
        path: flags[/^[^.[]*/.exec(path)?.[0] ?? ''] ?? path,
        message,
      })),
    );
  }
}

/** Options of the fake and their flags. */
const MOCK_FLAGS = new Map(
  Object.entries({
    readings: '--reading',
    allowHosts: '--allow-host',
    controlToken: '--control-token',
    dashboardUrl: '--dashboard',
  }),
);

/**
 * Rewrites a refusal in the words of the command line: it names the flag, and for errors in a seed
 * also the file. Returns any other error unchanged.
 */
export function aboutFlags(error: unknown, seed: string | undefined): unknown {
  if (!(error instanceof InvalidInputError)) return error;
  return new InvalidInputError(
    error.issues.map(({ path, message }) => {
      if (path.startsWith('--')) return { path, message };
      const [option = '', member] = path.split('.');
      const flag = MOCK_FLAGS.get(option);
      if (flag === undefined) return { path: '--seed', message: `${seed}: ${path}: ${message}` };
      return { path: option === 'readings' ? `${flag} ${member}` : flag, message };
    }),
  );
}
