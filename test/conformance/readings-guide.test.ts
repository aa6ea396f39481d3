import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forEachReading } from '../../mock/readings/for-each-reading.ts';
import { READING_MEANINGS } from '../../src/readings/reading-meanings.ts';
import { READING_VALUES } from '../../src/readings/readings.ts';

const guide = readFileSync(new URL('../../docs/guides/readings.md', import.meta.url), 'utf8');

/** Returns a reading's values as the guide writes them. */
function written(values: (typeof READING_VALUES)[keyof typeof READING_VALUES]): string {
  if ('default' in values) {
    const [first, from, to] = [values.default, values.min, values.max].map((each) =>
      each.toLocaleString('en'),
    );
    return `${first}, from ${from} to ${to}`;
  }
  return values.map((each) => (typeof each === 'number' ? `${each}` : `\`${each}\``)).join(', ');
}

describe('docs/guides/readings.md', () => {
  const rows = [...guide.matchAll(/^\| `(\w+)` \| ([^|]+) \| (§[^|]+) \| (.+) \|$/gm)];

  it('has every reading once, with its values and the default first', () => {
    const documented = rows.map(([, name, values]) => [name, values]);
    const real = Object.entries(READING_VALUES).map(([name, values]) => [name, written(values)]);
    expect(documented.toSorted()).toEqual(real.toSorted());
  });

  it('names the sections that the control API and the inspector name', () => {
    const sections = rows.map(([, name, , where = '']) => {
      return [name, where.replaceAll(/§| rule \d+/g, '').trim()];
    });
    const real = Object.entries(READING_MEANINGS).map(([name, { section }]) => [name, section]);
    expect(sections.toSorted()).toEqual(real.toSorted());
  });

  it('says how many runs go through every pair', async () => {
    let runs = 0;
    await forEachReading(() => void (runs += 1), { pairs: true });
    expect(guide).toContain(`There are ${runs} of them`);
  });

  it('names the gaps between attempts as they are', () => {
    const spread = [0, 1, 2, 3].map((step) => Math.round(30 * 20 ** (step / 3)));
    expect(guide).toContain(`30, ${spread[1]}, ${spread[2]} and 600`);
  });
});
