let calls = 0;

/**
 * Gives identifiers of calls: a part of this client's own, from `random`, so that two processes that
 * write to one log are told apart, and a number that counts the calls of this process.
 */
export function callIds(random: () => number): () => string {
  const own = Math.floor(random() * 36 ** 6)
    .toString(36)
    .padStart(6, '0');
  return () => {
    calls += 1;
    return `call_${own}_${calls}`;
  };
}
