import { expect, it } from 'vitest';
import { createMockService, presets } from '../../mock/index.ts';
import { calibrate } from '../../src/calibrate/index.ts';
import { ConsentEvidence } from '../../src/index.ts';
import type { FetchLike } from '../../src/platform/platform.ts';
import { judge } from './support/calibrated.ts';

it('a record that becomes too old while a receive is under way is no difference', async () => {
  const mock = createMockService({ now: '2026-01-05T12:00:00Z', idSeed: 'slow' });
  const sender = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: true });
  const receiver = mock.addOrganization({ name: 'Acme Solar' });
  mock.capture(sender, presets.checkedBox());
  let slow = 0;
  const fetch: FetchLike = async (url, init) => {
    const answer = await mock.fetch(url, init);
    if (!String((init as RequestInit | undefined)?.body).includes('"maxAgeSeconds":1}'))
      return answer;
    slow += 1;
    await mock.clock.advance(2_000);
    return answer;
  };
  const client = (organization: typeof sender) =>
    new ConsentEvidence({ ...mock.clientOptions(organization), fetch });
  const report = await calibrate({
    sender: client(sender),
    receiver: client(receiver),
    tier: 3,
    maxWaitMs: 0,
  });
  expect(slow).toBeGreaterThan(0);
  expect(judge(report, {}).falseAlarms).toEqual([]);
});
