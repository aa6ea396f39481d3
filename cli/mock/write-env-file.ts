import { fileError } from '../files/file-error.ts';
import { writeWhole } from '../files/write-whole.ts';
import { RunFailure } from '../run-failure.ts';
import { envFileLine } from './env-lines.ts';

/**
 * Writes the variables to the file of `--write-env`, readable only by its owner.
 *
 * @throws RunFailure if the file cannot be written; it is then unchanged.
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
