import { describe, expect, it } from 'vitest';
import {
  defaultReadings,
  forEachReading,
  READING_VALUES,
  type ReadingName,
  type Readings,
} from '../../mock/readings.ts';
import { createMockService } from '../../mock/service.ts';
import { eachDoor } from './support/each-door.ts';
import { acceptanceProofs } from './support/readings/acceptance-proofs.ts';
import type { Proof, Proofs } from './support/readings/proof.ts';
import { readProofs } from './support/readings/read-proofs.ts';
import { transferProofs } from './support/readings/transfer-proofs.ts';
import { webhookProofs } from './support/readings/webhook-proofs.ts';

// Every reading has a proof of each of its values: one that has none does not compile.
const proofs: Proofs<ReadingName> = {
  ...acceptanceProofs,
  ...readProofs,
  ...transferProofs,
  ...webhookProofs,
};

const CASES = Object.entries(proofs).flatMap(([name, values]) =>
  Object.entries(values as Record<string, Proof>).map(([value, proof]) => {
    const given = typeof defaultReadings[name as ReadingName] === 'number' ? Number(value) : value;
    return { name, value: given, proof };
  }),
);

eachDoor((open) => {
  for (const { name, value, proof } of CASES) {
    it(`${proof.title} (${name}: ${value})`, async () => {
      // A status is written as a number, and stands in a table of proofs by its name.
      const wanted = name === 'deadDownloadStatus' ? Number(value) : value;
      const readings = { [name]: wanted } as Partial<Readings>;
      await proof.prove((options) => open({ ...options, readings }));
    });
  }
});

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

  it.each([
    ['a misspelt name', { collectfalse: 'defer' }, /did you mean "collectFalse"/],
    ['a value that is none', { collectFalse: 'maybe' }, /"refuse" or "defer"/],
    ['a delay over five minutes', { revocationDelayMs: 300_001 }, /300000/],
    ['a length of none', { metadataMaxKeyLength: 0 }, /from 1/],
  ])('%s is refused', (_, readings, message) => {
    expect(() => createMockService({ readings: readings as Partial<Readings> })).toThrow(message);
  });
});
