import { Session } from 'node:inspector/promises';
import { describe, expect, it } from 'vitest';
import { createMockService, presets } from '../../mock/index.ts';
import { ConsentEvidence } from '../../src/index.ts';

/** How the test runner hands out an export: by a function that gives it. */
function isExport(source: string): boolean {
  return /^\(\) ?=> ?\{ ?try \{ ?return \w+ ?\} ?catch/.test(source);
}

/** The files of `src` that `work` enters a function of, in the order in which V8 loaded them. */
async function filesEntered(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Debugger.enable');
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage'); // what ran before is not looked at
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const way: string[] = [];
  for (const { scriptId, url, functions } of result) {
    const file = /\/(src\/.*\.ts)$/.exec(url)?.[1];
    if (file === undefined) continue;
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
    const entered = functions.filter(({ functionName, ranges: [range] }) => {
      if (range === undefined || range.count === 0) return false;
      // The test runner reads each import through a function of its own, which is no code of ours.
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

/** A client whose `fetch` repeats what the fake answered: the fake stands on parts of `src` itself. */
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
