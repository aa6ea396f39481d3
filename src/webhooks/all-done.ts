/** All of them, and an error only once none is running any more. */
export async function allDone<T>(running: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(running);
  return Promise.all(running);
}
