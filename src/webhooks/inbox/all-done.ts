/** Like `Promise.all`, but rejects only after every promise has settled. */
export async function allDone<T>(running: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(running);
  return Promise.all(running);
}
