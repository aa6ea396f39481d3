import { envFileLine } from './env-lines.ts';
import { fileError } from './file-error.ts';
import { RunFailure } from './run-failure.ts';
import { writeWhole } from './write-whole.ts';

/**
 * Writes the variables where `--write-env` says, for the owner of the file alone.
 *
 * @throws RunFailure when the disk is full; the file is then as it was.
 */
export async function writeEnvFile(
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const lines = Object.entries(env).map(([name, value]) => `${envFileLine(name, value)}\n`);
  try {
    await writeWhole(file, lines);
  } catch (error) {
    throw new RunFailure(`${fileError('--write-env', file, error).message}; nothing was written`);
  }
}
