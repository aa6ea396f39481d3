/**
 * Walks what belongs to each item, in the order of the items. Of the next ones, up to `atOnce` are begun
 * ahead, each up to its first result.
 */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  walk: (item: Item) => AsyncIterable<Result>,
): AsyncGenerator<Result, void, undefined> {
  const ahead: { iterator: AsyncIterator<Result>; first: Promise<IteratorResult<Result>> }[] = [];
  const rest = items[Symbol.iterator]();
  const begin = (): void => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      const iterator = walk(next.value)[Symbol.asyncIterator]();
      const first = iterator.next();
      first.catch(() => undefined); // it is thrown when its turn comes
      ahead.push({ iterator, first });
      if (ahead.length >= atOnce) return;
    }
  };
  try {
    for (;;) {
      begin();
      const [head] = ahead;
      if (head === undefined) return;
      for (let each = await head.first; each.done !== true; each = await head.iterator.next()) {
        yield each.value;
      }
      ahead.shift();
    }
  } finally {
    // Ended early: nothing more is begun, and what is on its way ends by itself.
    for (const { iterator } of ahead) void iterator.return?.().catch(() => undefined);
  }
}
