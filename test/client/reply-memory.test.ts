import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { ConsentEvidence } from '../../src/index.ts';

const CALLS = 100;

function collector(): (options: { type: 'minor' | 'major' }) => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as ReturnType<typeof collector>;
}

it('a call that has ended does not keep its reply until the next full collection', async () => {
  const metadata = Array.from({ length: 2000 }, (_, at): [string, number[]] => [`k${at}`, [at]]);
  const reply = { ok: true, data: { domains: [], extra: metadata }, requestId: 'req_1' };
  const text = JSON.stringify(reply);
  const client = new ConsentEvidence({
    apiKey: 'kid.secret',
    baseUrl: 'https://api.example.com',
    fetch: async () => new Response(text),
  });
  const gc = collector();
  /** The size of the heap without what died young. Twice: what survives two collections is old. */
  const sizeOf = (): number => {
    for (let round = 0; round < 2; round += 1) gc({ type: 'minor' });
    return process.memoryUsage().heapUsed;
  };
  const kept: unknown[] = [];
  // So that no full collection is due while this test measures.
  gc({ type: 'major' });
  const empty = sizeOf();
  for (let at = 0; at < 10; at += 1) kept.push(JSON.parse(text));
  const replyBytes = (sizeOf() - empty) / kept.length;
  const before = sizeOf();
  for (let at = 0; at < CALLS; at += 1) {
    await client.domains.list();
    if (at % 5 === 0) sizeOf();
  }
  expect(sizeOf() - before).toBeLessThan((CALLS * replyBytes * 2) / 3);
});
