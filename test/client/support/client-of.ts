import { ConsentEvidence } from '../../../src/client.ts';
import type { ConsentEvidenceOptions } from '../../../src/client-settings.ts';
import type { Clock } from '../../../src/clock.ts';
import type { FetchLike } from '../../../src/platform.ts';

/** The key of every client in these tests; planted so that it can be searched for. */
export const API_KEY = 'kid_planted.sk_planted_secret';

/** A clock that stands still and moves by what is slept. */
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

/** A client of the server at `url`, on a clock that never really waits. */
export function clientOf(url: string, options: ConsentEvidenceOptions = {}): ConsentEvidence {
  return new ConsentEvidence({ apiKey: API_KEY, baseUrl: url, clock: manualClock(), ...options });
}

/** A client whose every request is answered by `answer`, with no network at all. */
export function clientWith(
  answer: FetchLike,
  options: ConsentEvidenceOptions = {},
): ConsentEvidence {
  return clientOf('https://api.example.com', { fetch: answer, ...options });
}

/**
 * Loads what a process's first call loads: on a busy machine that takes longer than the short
 * `timeoutMs` of a test, and nothing would be sent.
 */
export async function loadTransport(): Promise<void> {
  const data = { domains: [] };
  await clientWith(async () =>
    Response.json({ ok: true, data, requestId: 'req_1' }),
  ).domains.list();
}
