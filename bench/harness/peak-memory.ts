import { Child } from './child.ts';

const WORKER = new URL('./worker.ts', import.meta.url).href;

/**
 * Returns the peak memory, in MB, of a process that prepares a subject and does one round of it.
 *
 * @param execArgv flags for Node.
 */
export async function peakMemoryMb(
  subject: readonly [suiteUrl: string, measure: string, subject: string, server: string],
  operations: number,
  execArgv: readonly string[] = [],
): Promise<number> {
  const { child } = await Child.start(WORKER, subject, execArgv);
  try {
    const { peakKb } = await child.ask<{ peakKb: number }>({ operations });
    return peakKb / 1024;
  } finally {
    await child.stop();
  }
}
