import { describe, expect, it } from 'vitest';
import { seededRandom } from '../webhooks/kill/seeded-random.ts';
import { outageRun } from './outage/outage-run.ts';

describe('an outage of three hours, with machines that are killed and cut off in its recovery', () => {
  it('passes on each captured record once, and no received record', async ({ skip }) => {
    const troubles = { kills: 3, cuts: 4, crashes: 1 };
    const size = { domains: 3, before: 12, during: 30, received: 3, machines: 3 };
    const result = await outageRun({ ...size, ...troubles, random: seededRandom(17) });
    if (result === undefined) return skip('no Postgres server');
    const faultless = { captured: 42, lost: 0, twice: 0, ofOthers: 0, died: 0 };
    expect(result).toMatchObject({ ...troubles, ...faultless, requestsUpToDate: 4 });
    expect(result.killsBeforeMark).toBe(3);
  }, 120_000);
});
