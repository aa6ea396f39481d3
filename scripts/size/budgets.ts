import { readFileSync } from 'node:fs';

/** The recorded bytes by name. `npm run size -- --record` writes them. */
export const RECORDED = new URL('recorded.json', import.meta.url);

/** What a size may grow by before anyone has to look at it. */
const SLACK = 0.03;

/**
 * Minified names change with every change of the code, which moves the size of a bundle by up to 40
 * bytes. No budget has less slack than that noise.
 */
const NOISE_BYTES = 64;

export const recorded = JSON.parse(readFileSync(RECORDED, 'utf8')) as Readonly<
  Record<string, number>
>;

/** The largest size, in bytes, that passes under a name of `recorded.json`. */
export function budgetOf(name: string): number {
  const bytes = recorded[name];
  if (bytes === undefined)
    throw new Error(`no size is recorded for ${name}: npm run size -- --record`);
  return Math.ceil(bytes + Math.max(bytes * SLACK, NOISE_BYTES));
}
