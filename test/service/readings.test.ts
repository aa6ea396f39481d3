import { describe, expect, it } from 'vitest';
import { createMockService } from '../../mock/fake/mock-service.ts';
import { forEachReading } from '../../mock/readings/for-each-reading.ts';
import { defaultReadings } from '../../mock/readings/readings.ts';
import { READING_VALUES, type ReadingName, type Readings } from '../../src/readings/readings.ts';
import { eachDoor } from './support/each-door.ts';
import { acceptanceProofs } from './support/readings/acceptance-proofs.ts';
import { inputProofs } from './support/readings/input-proofs.ts';
import { listProofs } from './support/readings/list-proofs.ts';
import { orderProofs } from './support/readings/order-proofs.ts';
import type { Proof, Proofs } from './support/readings/proof.ts';
import { readProofs } from './support/readings/read-proofs.ts';
import { repeatProofs } from './support/readings/repeat-proofs.ts';
import { transferProofs } from './support/readings/transfer-proofs.ts';
import { webhookProofs } from './support/readings/webhook-proofs.ts';

// Every value of every reading has a proof; without one, this does not compile.
const proofs: Proofs<ReadingName> = {
  ...acceptanceProofs,
  ...inputProofs,
  ...listProofs,
  ...orderProofs,
  ...readProofs,
  ...repeatProofs,
  ...transferProofs,
  ...webhookProofs,
};

const CASES = Object.entries(proofs).flatMap(([name, values]) =>
  Object.entries(values as Record<string, Proof>).map(([value, proof]) => {
    const given = typeof defaultReadings[name as ReadingName] === 'number' ? Number(value) : value;
    return { name, value: given, proof };
  }),
);

/** Sets one reading. A status is a number, although a table of proofs has it as a text. */
const under = (name: string, value: string | number): Partial<Readings> => ({
  [name]: name === 'deadDownloadStatus' ? Number(value) : value,
});

eachDoor((open) => {
  for (const { name, value, proof } of CASES) {
    it(`${proof.title} (${name}: ${value})`, async () => {
      const readings = under(name, value);
      await proof.prove((options) => open({ ...options, readings }));
    });
  }
});

eachDoor(
  (open) => {
    for (const { name, value, proof } of CASES) {
      const others = CASES.filter((each) => each.name === name && each.value !== value);
      it.each(others)(
        `a charge, an access, a status, an order or a delivery distinguishes ${name}: ${value} from $value`,
        async ({ value: other }) => {
          const readings = under(name, other);
          await expect(proof.prove((options) => open({ ...options, readings }))).rejects.toThrow();
        },
      );
    }
  },
  ({ name }) => name === 'mock.fetch',
);

describe('the switches', () => {
  it('the first value named of each reading is the default', () => {
    for (const [name, values] of Object.entries(READING_VALUES)) {
      const first = 'default' in values ? values.default : values[0];
      expect(defaultReadings[name as ReadingName]).toBe(first);
    }
  });

  it('forEachReading runs the defaults and then each other value, one at a time', async () => {
    const ran: [string, Partial<Readings>][] = [];
    await forEachReading((readings, title) => void ran.push([title, readings]));
    expect(ran[0]).toEqual(['defaults', {}]);
    const others = ran.slice(1).flatMap(([, readings]) => Object.entries(readings));
    expect(others).toHaveLength(ran.length - 1);
    expect(new Set(others.map(([name]) => name))).toEqual(new Set(Object.keys(READING_VALUES)));
    for (const [name, value] of others)
      expect(value).not.toBe(defaultReadings[name as ReadingName]);
  });

  it('forEachReading with pairs runs every pair of values of two readings, in 14 runs', async () => {
    const ran: [string, Readings][] = [];
    await forEachReading(
      (readings, title) => void ran.push([title, { ...defaultReadings, ...readings }]),
      { pairs: true },
    );
    const tried = new Map<ReadingName, unknown[]>();
    await forEachReading((readings) => {
      for (const name of Object.keys(readings) as ReadingName[]) {
        tried.set(name, [...(tried.get(name) ?? [defaultReadings[name]]), readings[name]]);
      }
    });
    const open: string[] = [];
    for (const [one, values] of tried) {
      for (const [other, others] of tried) {
        if (one === other) continue;
        for (const a of values) {
          for (const b of others) {
            const isRun = ran.some(([, each]) => each[one] === a && each[other] === b);
            if (!isRun) open.push(`${one}: ${String(a)}, ${other}: ${String(b)}`);
          }
        }
      }
    }
    expect(open).toEqual([]);
    expect(ran).toHaveLength(14);
    expect(ran[0]).toEqual(['1/14: defaults', defaultReadings]);
    for (const [, readings] of ran) expect(() => createMockService({ readings })).not.toThrow();
  });

  it.each([
    ['a misspelt name', { collectfalse: 'defer' }, /did you mean "collectFalse"/],
    ['a value that is none', { collectFalse: 'maybe' }, /"refuse" or "defer"/],
    ['a delay over five minutes', { revocationDelayMs: 300_001 }, /300000/],
    ['a length of none', { metadataMaxKeyLength: 0 }, /from 1/],
  ])('%s is refused', (_, readings, message) => {
    expect(() => createMockService({ readings: readings as Partial<Readings> })).toThrow(message);
  });

  it.each([null, ['collectFalse=defer'], 'collectFalse=defer', new Map([['collectFalse', 'x']])])(
    'readings of another form are refused: %j',
    (readings) => {
      expect(() => createMockService({ readings: readings as Partial<Readings> })).toThrow(
        /^readings: expected/,
      );
    },
  );

  it('a misspelt option of forEachReading is refused, and nothing runs', async () => {
    const ran: string[] = [];
    const run = forEachReading((_, title) => void ran.push(title), { pair: true } as object);
    await expect(run).rejects.toThrow(/did you mean "pairs"/);
    expect(ran).toEqual([]);
  });
});
