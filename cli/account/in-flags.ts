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
