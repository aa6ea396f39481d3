import { linesOf } from './environment.ts';
import type { LocalService } from './local-service.ts';
import type { MockFlags } from './mock-flags.ts';
import { writeWhole } from './write-whole.ts';

/** Writes the variables where `--write-env` says, for the owner of the file alone. */
export async function writeEnvFile(
  { writeEnv, envFile }: MockFlags,
  { env }: LocalService,
): Promise<void> {
  const file = writeEnv ?? envFile;
  if (file !== undefined) await writeWhole(file, [`${linesOf(env).join('\n')}\n`]);
}
