import { Session } from 'node:inspector/promises';
import { describe, expect, it } from 'vitest';
import { createMockService, presets } from '../../mock/index.ts';
import { ConsentEvidence } from '../../src/index.ts';

/** Returns whether the source is the function with which the test runner exposes an export. */
function isExport(source: string): boolean {
  return /^\(\) ?=> ?\{ ?try \{ ?return \w+ ?\} ?catch/.test(source);
}

/** Lists the files of `src` in which `work` enters a function, in the order in which V8 loaded them. */
async function filesEntered(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Debugger.enable');
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage'); // drops the counts of what ran before
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const way: string[] = [];
  for (const { scriptId, url, functions } of result) {
    const file = /\/(src\/.*\.ts)$/.exec(url)?.[1];
    if (file === undefined) continue;
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
    const entered = functions.filter(({ functionName, ranges: [range] }) => {
      if (range === undefined || range.count === 0) return false;
      // The test runner reads each import through a function of its own, which is not our code.
      return (
        functionName !== '' || !isExport(scriptSource.slice(range.startOffset, range.endOffset))
      );
    });
    const names = entered.map(({ functionName }) => functionName || 'a function without a name');
    if (names.length > 0) way.push(`${file}: ${[...new Set(names)].join(', ')}`);
  }
  session.disconnect();
  return way;
}

/** Makes a client whose `fetch` repeats the fake's first answer, because the fake uses `src` itself. */
async function repeatingClient(): Promise<{ client: ConsentEvidence; shareUrl: string }> {
  const mock = createMockService({ now: '2026-01-05T12:00:00Z' });
  const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
  const buyer = mock.addOrganization({ name: 'Acme Solar' });
  const { shareUrl } = mock.capture(producer, presets.checkedBox({ autoShare: true }));
  const options = mock.clientOptions(buyer);
  let answer: string | undefined;
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    answer ??= await (await mock.fetch(url, init)).text();
    return new Response(answer);
  };
  const client = new ConsentEvidence({ ...options, fetch });
  await client.shares.receive(shareUrl);
  return { client, shareUrl };
}

describe('the way of one call', () => {
  it('shares.receive, by a share URL alone, enters at most 16 files', async () => {
    const { client, shareUrl } = await repeatingClient();
    const way = await filesEntered(() => client.shares.receive(shareUrl));
    console.log(`shares.receive enters ${way.length} files:\n${way.join('\n')}`);
    expect(way.join('\n')).toMatch(/src\/resources\/shares\.ts: .*receive/);
    expect(way.length).toBeLessThanOrEqual(16);
  });
});
