/** Chooses `count` different whole numbers below `below`. */
export function choose(count: number, below: number, random: () => number): Set<number> {
  const chosen = new Set<number>();
  while (chosen.size < Math.min(count, below)) chosen.add(Math.floor(random() * below));
  return chosen;
}

/** Counts how often each id occurs. */
export function countEach(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
