/** Collects all that comes. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const kept: T[] = [];
  for await (const item of items) kept.push(item);
  return kept;
}
