import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { READING_MEANINGS } from '../../src/readings/reading-meanings.ts';
import { READING_NAMES } from '../../src/readings/readings.ts';
import { pages } from '../docs/code-blocks.ts';

const page = readFileSync(
  new URL('../../docs/decisions/0003-open-points-of-the-service.md', import.meta.url),
  'utf8',
);
const [, switches = '', fixed = ''] = page.split(/^## (?:Switches|Fixed)$/m);

describe('docs/decisions/0003', () => {
  it('names every reading once, with the section that leaves it open', () => {
    const rows = [...switches.matchAll(/^\| [^|]+ \| `(\w+)` \| §([^|]+) \|$/gm)];
    const named = rows.map(([, name, section = '']) => [name, section.trim()]);
    const real = READING_NAMES.map((name) => [name, READING_MEANINGS[name].section]);
    expect(named.toSorted()).toEqual(real.toSorted());
  });

  it('gives the section of everything that stays fixed', () => {
    const lines = fixed.split('\n').filter((line) => line.startsWith('- '));
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => !/^- §\d(?:\.\d+)*: [A-Z]?/.test(line))).toEqual([]);
  });

  it('means only readings that there are', () => {
    const meant = [...fixed.matchAll(/`(\w+): '\w+'`/g)].map(([, name]) => name);
    expect(meant.length).toBeGreaterThan(0);
    expect(meant.filter((name) => !READING_NAMES.includes(name as never))).toEqual([]);
  });
});

it('a page that promises switches for open points names the rows without a switch', () => {
  const chosen = readFileSync('docs/conformance.md', 'utf8').match(/^\| [\d.]+ \| chosen \|/gm);
  expect(chosen?.length).toBeGreaterThan(0);
  const promises = pages.flatMap((page) =>
    readFileSync(page, 'utf8')
      .split('\n')
      .filter((line) => /leaves? (?:something )?open|is silent/.test(line) && /\bswitch/.test(line))
      .map((line) => [page, line] as const),
  );
  expect(promises.length).toBeGreaterThan(2);
  expect(promises.filter(([, line]) => !line.includes('conformance.md'))).toEqual([]);
});
