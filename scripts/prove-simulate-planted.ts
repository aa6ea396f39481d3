// Simulates programs with one planted mistake each: every one must be found within 1,000 worlds, by the
// invariant that names its mistake. `npm run proof:simulate -- planted` runs it too.
import assert from 'node:assert/strict';
import { simulate, toHold } from '../mock/simulate.ts';
import { PLANTED } from '../test/simulate/support/planted.ts';

const WORLDS = 1_000;

/** Runs each planted program, and prints where it was found. */
export async function provePlanted(seed: string): Promise<void> {
  const table: Record<string, object> = {};
  for (const { name, start, invariant, machines } of PLANTED) {
    const report = await simulate({ start, seed, worlds: WORLDS, machines });
    const found = report.broken.find((each) => each.invariant === invariant);
    const isFound = invariant === 'empty' ? !toHold(report).pass : found !== undefined;
    const of = found && { worlds: found.worlds, world: found.world, lines: found.steps.length };
    const others = report.broken.filter((each) => each !== found);
    table[name] = { invariant, ...of, others: others.map((each) => each.invariant).join(' ') };
    console.log(`${name}: ${isFound ? 'found' : 'NOT FOUND'} as ${invariant}`);
    assert.ok(isFound, `${name} is innocent in ${WORLDS} worlds of the seed ${seed}`);
  }
  console.table(table);
}
