import { describe, expect, it } from 'vitest';
import type { MetRecord } from '../../src/archive/archive-report.ts';
import { FailureRow } from '../../src/archive/failure-row.ts';
import { Tally } from '../../src/archive/tally.ts';

const DAY_MS = 86_400_000;
const RETENTION_MS = 1825 * DAY_MS;
const NOW = Date.UTC(2026, 0, 5);

const recordOf = (cdrId: string, createdAt = NOW): MetRecord => ({
  ...{ cdrId, domainId: 'acme.example', createdAt },
});

function tallyOf(warnWithinMs = 180 * DAY_MS) {
  let now = NOW;
  const [records, progress] = [[] as unknown[], [] as unknown[]];
  const tally = new Tally({
    clock: { now: () => now } as never,
    warnWithinMs,
    onRecord: (record) => void records.push(record),
    onProgress: (make) => void progress.push(make()),
  });
  const manifest = { lines: 3, head: 'a' };
  const report = (isArchived = (_: string) => false) => tally.report(manifest, isArchived);
  const wait = (ms: number) => {
    now += ms;
  };
  return { tally, records, progress, report, wait, manifest };
}

describe('the counts of a run', () => {
  it('are zero before the first record', () => {
    const { report, manifest, wait } = tallyOf();
    wait(5);
    const counts = { archived: 0, known: 0, notCollected: 0, devMode: 0, erased: 0, failed: 0 };
    expect(report()).toEqual({
      ok: true,
      counts: { ...counts, left: 0, expiring: 0, problems: 0, bytes: 0 },
      ...{ problems: [], notCollected: [], expiring: [], manifest, beganAt: NOW, endedAt: NOW + 5 },
    });
  });

  it.each([
    ['archived', 'archived'],
    ['known', 'known'],
    ['not_collected', 'notCollected'],
    ['dev_mode', 'devMode'],
    ['erased', 'erased'],
    ['failed', 'failed'],
  ] as const)('count what is %s', (state, name) => {
    const { tally, report, records, progress } = tallyOf();
    tally.record(recordOf('cdr_1'), state);
    tally.record(recordOf('cdr_2'), state);
    expect(report().counts[name]).toBe(2);
    expect(
      Object.values<number>(report().counts as never).reduce((sum, each) => sum + each, 0),
    ).toBe(2);
    expect(report().notCollected.map(({ cdrId }) => cdrId)).toEqual(
      state === 'not_collected' ? ['cdr_1', 'cdr_2'] : [],
    );
    expect(records).toEqual([
      { ...recordOf('cdr_1'), state },
      { ...recordOf('cdr_2'), state },
    ]);
    expect(progress).toMatchObject([{ [name]: 1 }, { [name]: 2 }]);
  });

  it('count the problem of a record once, and tell it with the record', () => {
    const { tally, report, records, progress } = tallyOf();
    const problem = { kind: 'service', message: 'away' } as const;
    tally.record(recordOf('cdr_1'), 'failed', problem);
    tally.problem({ kind: 'seal', message: 'none' });
    tally.left();
    tally.bytes(7);
    tally.bytes(5);
    expect(report()).toMatchObject({
      ok: false,
      counts: { failed: 1, problems: 2, left: 1, bytes: 12 },
      problems: [problem, { kind: 'seal' }],
    });
    expect(records).toEqual([{ ...recordOf('cdr_1'), state: 'failed', problem }]);
    expect(progress).toHaveLength(3);
  });

  it('go on where a list has a thousand', () => {
    const { tally, report } = tallyOf(RETENTION_MS);
    for (let at = 0; at < 1001; at += 1) {
      tally.record(recordOf(`cdr_${at}`), 'not_collected', { kind: 'vault', message: 'full' });
      tally.met(recordOf(`cdr_${at}`), at % 2 === 0);
    }
    const { counts, problems, notCollected, expiring } = report();
    expect(counts).toMatchObject({ notCollected: 1001, problems: 1001, expiring: 1001 });
    expect([problems, notCollected, expiring].map((list) => list.length)).toEqual(
      Array.from({ length: 3 }, () => 1000),
    );
  });

  it('tell where the run is', () => {
    const { tally, progress } = tallyOf();
    tally.domains(2);
    tally.begin('a.example');
    tally.endOfDomain();
    tally.begin('b.example');
    const place = { domains: 2, domainsDone: 1 };
    expect(progress).toMatchObject([
      { ...place, domainsDone: 0, domainId: 'a.example' },
      { ...place, domainId: 'a.example' },
      { ...place, domainId: 'b.example' },
    ]);
  });

  it('list what the service deletes soon, first what is not in the vault', () => {
    const { tally, report, wait } = tallyOf(10 * DAY_MS);
    const begins = NOW - RETENTION_MS + 10 * DAY_MS;
    tally.met(recordOf('known', begins), true);
    tally.met(recordOf('taken', begins), false);
    tally.met(recordOf('missing', begins), false);
    tally.met(recordOf('later', begins + 1), false);
    wait(1);
    tally.met(recordOf('later too', begins + 1), false);
    const { expiring, counts } = report((cdrId) => cdrId === 'taken');
    expect(counts.expiring).toBe(4);
    const deletedAt = NOW + 10 * DAY_MS;
    expect(expiring).toEqual([
      { ...recordOf('missing', begins), deletedAt, archived: false },
      { ...recordOf('later too', begins + 1), deletedAt: deletedAt + 1, archived: false },
      { ...recordOf('taken', begins), deletedAt, archived: true },
      { ...recordOf('known', begins), deletedAt, archived: true },
    ]);
  });
});

describe('failures in a row', () => {
  /** A row with records that are archived, of which those that are served can be read. */
  function rowOf(archived: readonly string[], served: readonly string[] = []) {
    const asked: string[] = [];
    const row = new FailureRow(
      (count) => archived.slice(0, count),
      async (cdrId) => {
        asked.push(cdrId);
        if (!served.includes(cdrId)) throw new Error('away');
      },
    );
    const fail = async (count: number, kind: Parameters<typeof row.add>[0] = 'service') => {
      const said: (string | undefined)[] = [];
      while (said.length < count) said.push(await row.add(kind));
      return said;
    };
    return { row, fail, asked };
  }
  const none = (count: number) => Array.from({ length: count }, () => undefined);

  it('stop a run at the eighth, where the service gives no archived record either', async () => {
    const { fail, asked } = rowOf(['a', 'b', 'c', 'd']);
    expect(await fail(8)).toEqual([...none(7), '8 records failed in a row; no more were archived']);
    expect(asked).toEqual(['a', 'b', 'c']);
  });

  it('begin again where one of three archived records is served', async () => {
    const { fail, asked } = rowOf(['a', 'b', 'c'], ['b']);
    expect(await fail(15)).toEqual(none(15));
    expect(asked).toEqual(['a', 'b']);
    expect(await fail(1)).toEqual(none(1));
    expect(asked).toEqual(['a', 'b', 'a', 'b']);
  });

  it('begin again after a record that was taken', async () => {
    const { row, fail } = rowOf(['a']);
    await fail(7);
    row.end();
    expect(await fail(7)).toEqual(none(7));
    expect((await fail(1))[0]).toContain('8 records failed');
  });

  it('are a hundred before the first record is archived', async () => {
    const { fail, asked } = rowOf([]);
    expect(await fail(99)).toEqual(none(99));
    expect(await fail(1)).toEqual(['100 records failed in a row; no more were archived']);
    expect(asked).toEqual([]);
  });

  it('of the vault are eight, whatever the service gives', async () => {
    const { fail, asked } = rowOf([], ['a']);
    expect(await fail(8, 'vault')).toEqual([
      ...none(7),
      '8 records failed in a row; no more were archived',
    ]);
    expect(asked).toEqual([]);
  });

  it.each(['vanished', 'integrity', 'too_large', 'access'] as const)(
    'of single records are none: %s',
    async (kind) => {
      const { fail } = rowOf(['a']);
      expect(await fail(200, kind)).toEqual(none(200));
      expect(await fail(7)).toEqual(none(7));
    },
  );

  it('that come at once ask the service once', async () => {
    const { row, fail, asked } = rowOf(['a', 'b'], ['a']);
    await fail(7);
    expect(await Promise.all([row.add('service'), row.add('service')])).toEqual(none(2));
    expect(asked).toEqual(['a']);
  });
});
