import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FACES } from '../../scripts/faces.ts';
import { CLIENT_CASES } from './support/client-cases.ts';
import { INTAKE_CASES } from './support/intake-cases.ts';
import { MOCK_CASES } from './support/mock-cases.ts';
import { cameOf } from './support/option-case.ts';
import { OTHER_CASES } from './support/other-cases.ts';
import { STORE_CASES } from './support/store-cases.ts';
import { inWay, WAYS } from './support/ways.ts';
import { WEBHOOK_CASES } from './support/webhook-cases.ts';

const CASES = [
  ...[...CLIENT_CASES, ...WEBHOOK_CASES, ...INTAKE_CASES, ...STORE_CASES],
  ...[...MOCK_CASES, ...OTHER_CASES],
];

/** Types that a function takes apart by name, and those that a user's own code is given. */
const ELSEWHERE = [
  ...['AgeOptions', 'ReportPageOptions', 'ClaimOptions', 'OtelInstrumentOptions'],
  ...['OtelSpanOptions', 'ReconcileListOptions', 'ServedClientOptions', 'MockClientOptions'],
];

const named = CASES.map((each) => ({ ...each, name: `${each.type}: ${each.at}`, each }));

describe('an option is read, whether the object itself has it or not', () => {
  it.each(named)('$name', async ({ each, unseen }) => {
    const whole = await cameOf(each, each.options());
    expect(await cameOf(each, each.options())).toEqual(whole);
    for (const way of Object.values(WAYS)) {
      expect(await cameOf(each, inWay(each.options(), way) as object)).toEqual(whole);
    }
    for (const name of Object.keys(each.options()).filter((one) => !unseen.includes(one))) {
      const { [name]: _, ...rest } = each.options() as Record<string, unknown>;
      expect(await cameOf(each, rest), `without ${name}`).not.toEqual(whole);
    }
  });

  it('covers every option type that an entry point exports', () => {
    const faces = FACES.map(({ output }) => output.replaceAll('/', '-'));
    const types = faces
      .filter((face) => !/^(?:archive$|mock-simulate)/.test(face))
      .map((face) => readFileSync(`docs/api-report/${face}.md`, 'utf8'))
      .flatMap((report) => [...report.matchAll(/^interface (\w+Options|RawRequest|Materials)\b/gm)])
      .map(([, type]) => type);
    const known = [...CASES.map(({ type }) => type), ...ELSEWHERE];
    expect([...new Set(types)].sort()).toEqual([...new Set(known)].sort());
  });
});

/** Puts another letter in place of the last one. */
function misspelt(name: string): string {
  return name.slice(0, -1) + (name.endsWith('x') ? 'y' : 'x');
}

describe('an option that is misspelt by one letter is refused by name', () => {
  // What `listen` takes is MSW's.
  it.each(named.filter(({ at }) => at !== 'listen'))('$name', async ({ each }) => {
    const given = each.options() as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(given)) {
      const { [name]: _, ...rest } = given;
      const wrong = { ...rest, [misspelt(name)]: value };
      // A method that an options object inherits may be a helper of its class: it is no option.
      const inherited = typeof value === 'function' ? [] : Object.values(WAYS);
      for (const way of [(members: object) => members, ...inherited]) {
        const came = JSON.stringify(await cameOf(each, inWay(wrong, way) as object));
        expect(came).toContain(`${misspelt(name)}: is not a known option`);
        expect(came).toContain(`did you mean \\"${name}\\"?`);
      }
    }
  });
});
