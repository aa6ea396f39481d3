import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createMockService } from '../../mock/fake/mock-service.ts';
import { forEachReading } from '../../mock/readings/for-each-reading.ts';
import { ConsentEvidence } from '../../src/client/client.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { ERROR_STATUS } from '../../src/contract/error-codes.ts';
import { READING_MEANINGS } from '../../src/readings/reading-meanings.ts';
import { READING_NAMES } from '../../src/readings/readings.ts';
import { pages } from '../docs/code-blocks.ts';

const page = readFileSync(
  new URL('../../docs/decisions/0003-open-points-of-the-service.md', import.meta.url),
  'utf8',
);
const [, switches = '', fixed = '', never = ''] = page.split(
  /^## (?:Switches|Fixed|Never given)$/m,
);

describe('docs/decisions/0003', () => {
  it('names every reading once, with the section that leaves it open', () => {
    const rows = [...switches.matchAll(/^\| [^|]+ \| `(\w+)` \| §([^|]+) \|$/gm)];
    const named = rows.map(([, name, section = '']) => [name, section.trim()]);
    const real = READING_NAMES.map((name) => [name, READING_MEANINGS[name].section]);
    expect(named.toSorted()).toEqual(real.toSorted());
  });

  it('gives the section of everything that stays fixed, and one of the three reasons for it', () => {
    const lines = fixed.split('\n').filter((line) => line.startsWith('- '));
    expect(lines.length).toBeGreaterThan(40);
    const form = /^- §\d(?:\.\d+)*, \*(contradiction|unnoticed|refusals)\*: ["A-Z`]/;
    expect(lines.filter((line) => !form.test(line))).toEqual([]);
    const reasons = new Set(lines.map((line) => form.exec(line)?.[1]));
    const [, told = ''] = /for one of three reasons: (.+)/.exec(page) ?? [];
    for (const reason of reasons) expect(told).toContain(`(*${reason}*)`);
    // What decides between two refusals names them.
    const refusals = lines.filter((line) => line.includes('*refusals*'));
    expect(refusals.filter((line) => !/\b4\d\d\b|[A-Z]+_[A-Z]+/.test(line))).toEqual([]);
  });

  it('means only readings that there are', () => {
    const meant = [...fixed.matchAll(/`(\w+): '\w+'`/g)].map(([, name]) => name);
    expect(meant.length).toBeGreaterThan(0);
    expect(meant.filter((name) => !READING_NAMES.includes(name as never))).toEqual([]);
  });
});

/** What the page says is never given, with its section and the reason. */
const neverGiven = [...never.matchAll(/^\| `([^`]+)` \| §([\d.]+) \| (.+) \|$/gm)].map(
  ([, what = '', section = '', why = '']) => ({ what, section, why }),
);

describe('what docs/decisions/0003 says is never given', () => {
  const names = neverGiven.map(({ what }) => what);

  it('has a reason for each thing', () => {
    expect(names.length).toBeGreaterThan(5);
    expect(neverGiven.filter(({ why }) => why.trim().length < 10)).toEqual([]);
  });

  it('is each code of the specification that no check of the fake gives, and no other', () => {
    const checks = globSync('mock/{api,service/operations}/**/*.ts')
      // Gives FAILED_PRECONDITION for a reset of the fake, and faults on request.
      .filter((file) => !/(?:core-message|fault-answer|strike)\.ts$/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const given = (code: string): boolean => checks.includes(`'${code}'`);
    const codes = Object.keys(ERROR_STATUS);
    expect(names.filter((name) => codes.includes(name)).toSorted()).toEqual(
      codes.filter((code) => !given(code)).toSorted(),
    );
  });

  it('is no member of a record under any reading, although the specification names it', async () => {
    const seen = new Set<string>();
    await forEachReading(
      async (readings) => {
        const mock = createMockService({ now: Date.UTC(2026, 0, 5), seed: 'demo', readings });
        const client = new ConsentEvidence(mock.clientOptions('acme'));
        for (const domain of await client.domains.list()) {
          for await (const entry of client.cdrs.list(domain)) {
            const cdr = await client.cdrs.get(entry.cdrId);
            for (const name of [...Object.keys(entry), ...Object.keys(cdr)]) seen.add(name);
          }
        }
      },
      { pairs: true },
    );
    expect(seen.size).toBeGreaterThan(19);
    const members = neverGiven.filter(({ section }) => section === '2.3').map(({ what }) => what);
    expect(members).toHaveLength(5);
    expect(members.filter((name) => seen.has(name))).toEqual([]);
  });

  it('is no endpoint of the contract', () => {
    const paths = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
    const announced = names.filter((name) => name.includes('/v1/'));
    expect(announced).toHaveLength(3);
    const asTemplate = (name: string) => name.replace(/<(\w+)>/g, ':$1');
    expect(announced.filter((name) => paths.includes(asTemplate(name)))).toEqual([]);
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
