import { membersOf } from '../answer.ts';
import { differs, told } from '../finding.ts';
import type { WebhookAttempt } from '../materials.ts';
import { notMeasured } from '../not-measured.ts';
import type { ReadingRows } from '../reading-row.ts';
import type { Run } from '../run.ts';

const ASK_AGAIN_MS = 5_000;
/** The third attempt comes 90 or 111 seconds after the first. */
const THIRD_WITHIN_MS = 180_000;

/** How far a gap may be off. The two plans differ by 21 seconds at the third attempt. */
const LATE_MS = 10_000;

function eventOf({ body }: WebhookAttempt): Readonly<Record<string, unknown>> {
  try {
    return membersOf(JSON.parse(body)) ?? {};
  } catch {
    return {};
  }
}

/** Returns the attempts of the event that was tried most often, oldest first. */
function mostTried(attempts: readonly WebhookAttempt[]): WebhookAttempt[] {
  const byEvent = new Map<unknown, WebhookAttempt[]>();
  for (const attempt of attempts) {
    const { webhookId } = eventOf(attempt);
    if (typeof webhookId !== 'string') continue;
    byEvent.set(webhookId, [...(byEvent.get(webhookId) ?? []), attempt]);
  }
  const [most = []] = [...byEvent.values()].sort((a, b) => b.length - a.length);
  return most.toSorted((a, b) => a.at - b.at);
}

/** Waits until one event has at least `count` attempts. */
async function attemptsOf(run: Run, count: number): Promise<WebhookAttempt[]> {
  const { webhook } = run.materials;
  if (webhook === undefined) notMeasured('materials.webhook was not given');
  const until = run.clock.now() + THIRD_WITHIN_MS;
  for (;;) {
    const found = mostTried(await webhook.attempts());
    if (found.length >= count) return found;
    const next = run.clock.now() + ASK_AGAIN_MS;
    if (next > until) notMeasured(`the receiver saw ${found.length} attempts of one event`);
    await run.waitUntil(next);
  }
}

const NEEDS = 'materials.webhook: a receiver that responds with 500, and a capture by the sender';
const UNTOLD = 'without it, because no request makes the service send an event';

/** Readings measured with a webhook receiver. */
export const webhookReadings: ReadingRows<
  'webhookHeaderId' | 'webhookBody' | 'webhookBackoff' | 'devModeEvent' | 'eventAfterInvalid'
> = {
  webhookHeaderId: {
    tier: 1,
    asks: 'None. Two attempts of one event are compared.',
    reads:
      'X-SVC-Webhook-Id equals webhookId in the body: same. It differs between attempts: perAttempt.',
    needs: NEEDS,
    cannotTell: UNTOLD,
    requests: 0,
    async measure(run) {
      const attempts = await attemptsOf(run, 2);
      const headers = attempts.map(({ headerId }) => headerId);
      if (attempts.every((each) => each.headerId === eventOf(each)['webhookId'])) {
        return told('same');
      }
      const isEachOther = new Set(headers).size === headers.length && !headers.includes(null);
      return isEachOther ? told('perAttempt') : differs('a header that is neither');
    },
  },
  webhookBody: {
    tier: 1,
    asks: 'None. Two attempts of one event are compared.',
    reads: 'The same bytes: frozen. Different bytes: rebuilt.',
    needs: NEEDS,
    cannotTell: UNTOLD,
    requests: 0,
    async measure(run) {
      const bodies = new Set((await attemptsOf(run, 2)).map(({ body }) => body));
      return told(bodies.size === 1 ? 'frozen' : 'rebuilt');
    },
  },
  webhookBackoff: {
    tier: 1,
    asks: 'None. Three attempts of one event are compared, which can take two minutes.',
    reads: 'The second interval is 60 seconds: double. 81 seconds: spread.',
    needs: NEEDS,
    cannotTell: UNTOLD,
    requests: 0,
    async measure(run) {
      const [first = 0, second = 0, third = 0] = (await attemptsOf(run, 3)).map(({ at }) => at);
      const gaps = [second - first, third - second];
      const isGap = (index: number, ms: number): boolean =>
        Math.abs((gaps[index] ?? 0) - ms) <= LATE_MS;
      const seconds = gaps.map((gap) => `${Math.round(gap / 1000)} s`).join(', ');
      if (!isGap(0, 30_000)) return differs(`gaps of ${seconds}`);
      if (isGap(1, 60_000)) return told('double');
      return isGap(1, 81_000) ? told('spread') : differs(`gaps of ${seconds}`);
    },
  },
  devModeEvent: {
    tier: 1,
    asks: 'None. Dev Mode records in the lists are inspected.',
    reads: 'One has webhookSuccessfullySentAt: sent.',
    needs: 'a Dev Mode record whose event was acknowledged',
    cannotTell: 'without one, because an event that was not sent leaves no trace',
    requests: 0,
    async measure(run) {
      const wasSent = run.account.entries.some(
        ({ members }) =>
          members['devMode'] === true && typeof members['webhookSuccessfullySentAt'] === 'number',
      );
      if (wasSent) return told('sent');
      return notMeasured(
        'no Dev Mode record was acknowledged, which does not prove that no event was sent',
      );
    },
  },
  eventAfterInvalid: {
    tier: null,
    cannotTell:
      'A record would have to be flagged invalid between two attempts of its event. No request does that.',
  },
};
