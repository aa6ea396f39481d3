import type { ImportLine } from './imports.ts';

/** Finds the files of an import cycle, with the first one repeated at the end; `undefined` if none. */
export function findCycle(lines: readonly ImportLine[]): string[] | undefined {
  const graph = new Map<string, string[]>();
  for (const { from, to } of lines) graph.set(from, [...(graph.get(from) ?? []), to]);
  const done = new Set<string>();
  const search = (file: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const to of graph.get(file) ?? []) {
      const cycle = search(to, [...trail, file]);
      if (cycle !== undefined) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = search(file, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
