import { ConsentEvidence } from '../../../src/client/client.ts';
import type { ConsentEvidenceOptions } from '../../../src/client/client-settings.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import type { FetchLike } from '../../../src/platform/platform.ts';

/** The key of every client in these tests, planted so that a test can search for it. */
export const API_KEY = 'kid_planted.sk_planted_secret';

/** Makes a clock that stands still except that sleeping advances it. */
export function manualClock(start = Date.UTC(2026, 0, 5, 12)): Clock & {
  at: number;
  readonly sleeps: number[];
} {
  const clock = {
    at: start,
    sleeps: [] as number[],
    now: () => clock.at,
    async sleep(ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted();
      clock.sleeps.push(ms);
      clock.at += ms;
    },
  };
  return clock;
}

/** Makes a client of the server at `url`, on a clock that never really waits. */
export function clientOf(url: string, options: ConsentEvidenceOptions = {}): ConsentEvidence {
  return new ConsentEvidence({ apiKey: API_KEY, baseUrl: url, clock: manualClock(), ...options });
}

/** Makes a client whose requests are all answered by `answer`, without a network. */
export function clientWith(
  answer: FetchLike,
  options: ConsentEvidenceOptions = {},
): ConsentEvidence {
  return clientOf('https://api.example.com', { fetch: answer, ...options });
}

/**
 * Loads the modules that the first call of a process loads. On a busy machine that takes longer
 * than the short `timeoutMs` of a test, so nothing would be sent.
 */
export async function loadTransport(): Promise<void> {
  const data = { domains: [] };
  await clientWith(async () =>
    Response.json({ ok: true, data, requestId: 'req_1' }),
  ).domains.list();
}
