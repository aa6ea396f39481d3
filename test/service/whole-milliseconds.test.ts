import fc from 'fast-check';
import { expect, it } from 'vitest';
import { presets } from '../../mock/capture/presets.ts';
import { createMockService, type Seed } from '../../mock/index.ts';
import { ConsentEvidence } from '../../src/index.ts';

const length = fc.double({ min: 0, max: 100_000, noNaN: true });

it('2.3, 2.5: times are whole milliseconds, whatever lengths a test waits for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(2_000_000_000_000), length, length, length, async (now, a, b, c) => {
      const mock = createMockService({ now });
      const producer = mock.addOrganization({ name: 'Producer' });
      const client = new ConsentEvidence(mock.clientOptions(producer));
      await mock.clock.advance({ seconds: a });
      await mock.clock.sleep(b);
      const page = presets.checkedBox({ render: { afterMs: c } });
      const { cdrId } = mock.capture(producer, page);
      await mock.clock.advance(c);
      const { capturedAt, createdAt } = await client.cdrs.get(cdrId);
      const { expiresAt } = await client.cdrs.share(cdrId);
      const times = [capturedAt, createdAt, expiresAt, mock.clock.now()];
      expect(times.filter((each) => !Number.isInteger(each))).toEqual([]);
      const waited = [capturedAt - now - a * 1000 - b, createdAt - capturedAt - c];
      for (const each of waited) expect(Math.abs(each)).toBeLessThan(2.01);
    }),
    { numRuns: 200 },
  );
});

it('2.3, 2.5: so are the times of a seed, whatever its ages', async () => {
  await fc.assert(
    fc.property(length, length, (capture, share) => {
      const [age, later] = [Math.max(capture, share), Math.min(capture, share)];
      const seed: Seed = {
        organizations: [{ organizationId: 'acme', name: 'Acme' }],
        captures: [{ organization: 'acme', preset: 'checkedBox', name: 'lead', age }],
        shares: [{ capture: 'lead', from: 'acme', age: { seconds: later / 1000 } }],
      };
      const mock = createMockService({ now: '2026-01-05T12:00:00Z', seed });
      const { cdrs, tokens } = mock.snapshot().toJSON().tables as Record<
        string,
        [unknown, object][]
      >;
      const times = [...(cdrs ?? []), ...(tokens ?? [])].flatMap(([, row]) => Object.entries(row));
      const partial = times.filter(([name, at]) => name.endsWith('At') && at % 1 !== 0);
      expect(partial).toEqual([]);
      expect(times.length).toBeGreaterThan(0);
    }),
    { numRuns: 50 },
  );
});

it.each(['capturedAt', 'createdAt'])(
  '2.3: a capture with half a millisecond is refused: %s',
  (at) => {
    const mock = createMockService({ now: 0 });
    const producer = mock.addOrganization({ name: 'Producer' });
    const page = presets.checkedBox({ [at]: 0.5 });
    expect(() => mock.capture(producer, page)).toThrow(`${at}: expected a whole number`);
  },
);

it('a sum of units that is too long by a rounding error is not a millisecond longer', async () => {
  const mock = createMockService({ now: 0 });
  await mock.clock.advance({ hours: 1.1 });
  expect(mock.clock.now()).toBe(3_960_000);
});
