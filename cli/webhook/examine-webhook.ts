import { mistakeOfStatus } from './likely-mistakes.ts';
import type { WebhookAnswer, WebhookPost } from './post-webhook.ts';
import type { WebhookProbe } from './webhook-probe.ts';
import { WEBHOOK_PROBES } from './webhook-probes.ts';

/** The result of a probe. */
export interface Finding {
  readonly probe: string;
  /**
   * `warn`: acceptable, but worth a look. `skip`: not judged, because no one answered the first probe or
   * this machine was too slow.
   */
  readonly verdict: 'pass' | 'warn' | 'fail' | 'skip';
  /** The status, or why there was none. */
  readonly answer: string;
  readonly tookMs?: number;
  readonly meaning: string;
  /** What to look for in the receiver's code. */
  readonly mistake?: string;
}

export interface Examination {
  readonly secret: string;
  readonly runId: string;
  readonly now: () => number;
  readonly post: (post: WebhookPost) => Promise<WebhookAnswer>;
}

/** How long a delivery that is nearly too old can be under way before it is. */
const SPARE_MS = 1000;
const ATTEMPTS_MAX = 3;

/** Far enough below the 20 s after which the service gives up on an attempt (spec §6.3). */
const SLOW_MS = 5000;

type Judgement = Pick<Finding, 'verdict' | 'meaning' | 'mistake'>;

/** Judges an answer that neither accepts nor refuses. */
function judgeOther(status: number, { expects, mistake }: WebhookProbe): Judgement {
  if (status === 404 || status === 405) {
    return {
      verdict: 'fail',
      meaning: 'there is no such route, or it does not accept POST',
      mistake: 'the path is not the one configured in the dashboard',
    };
  }
  if (status >= 300 && status < 400) {
    return {
      verdict: 'fail',
      meaning: 'a redirect is not an acknowledgement',
      mistake: 'the configured URL has a trailing slash, or http instead of https',
    };
  }
  if (expects === 'refuse') {
    return {
      verdict: 'warn',
      meaning: 'not accepted, because the receiver failed, not because it refused',
      mistake: 'a missing header or a bad signature makes the code throw: respond with 401',
    };
  }
  const meaning = 'the service sends it again, and eventually gives up';
  return { verdict: 'fail', meaning, mistake: mistakeOfStatus(status) ?? mistake };
}

function judgeStatus(status: number, probe: WebhookProbe): Judgement {
  const { expects, shows, mistake } = probe;
  const accepted = status >= 200 && status < 300;
  const refused = status >= 400 && status < 500 && status !== 404 && status !== 405;
  if (expects === 'accept' ? accepted : refused) return { verdict: 'pass', meaning: shows };
  if (accepted) return { verdict: 'fail', meaning: 'accepted, but it must not be', mistake };
  if (refused) {
    const meaning = 'refused, although it is genuine';
    return { verdict: 'fail', meaning, mistake: mistakeOfStatus(status) ?? mistake };
  }
  return judgeOther(status, probe);
}

function judgeSilence(error: WebhookAnswer['error'], { name, mistake }: WebhookProbe): Judgement {
  if (error === 'timeout') {
    return {
      verdict: 'fail',
      meaning: 'no response in time',
      mistake:
        'a body parser has read the stream and the handler waits for it; or slow work is done before the response',
    };
  }
  const isFirst = name === WEBHOOK_PROBES[0]?.name;
  const meaning = 'nothing is listening there, or the connection was closed';
  const crashed = 'this delivery crashed the process';
  return {
    verdict: 'fail',
    meaning,
    mistake: `${isFirst ? 'wrong port' : mistake}; or ${crashed}`,
  };
}

function judge(probe: WebhookProbe, { status, error, tookMs }: WebhookAnswer): Finding {
  const judgement = status === undefined ? judgeSilence(error, probe) : judgeStatus(status, probe);
  const answer = String(status ?? error);
  return { probe: probe.name, answer, tookMs, ...judgement };
}

/** Judges whether the genuine delivery was answered fast enough for the service. */
function judgeSpeed({ tookMs, status }: WebhookAnswer): Finding {
  const slow = tookMs > SLOW_MS || status === undefined;
  return {
    probe: 'quick answer',
    verdict: slow ? 'warn' : 'pass',
    answer: `${tookMs} ms`,
    tookMs,
    meaning: slow
      ? 'the service waits 20 s, then sends it again'
      : 'a response well within the 20 s that the service waits',
    ...(slow ? { mistake: 'work is done before the response: queue it' } : {}),
  };
}

function skipped({ name }: WebhookProbe): Finding {
  const meaning = 'not tried: the first probe got no response';
  return { probe: name, verdict: 'skip', answer: '-', meaning };
}

/** Repeats a probe that failed, perhaps only because it grew too old on a busy machine. */
async function inTime(
  probe: WebhookProbe,
  ask: (probe: WebhookProbe, at: number) => Promise<WebhookAnswer>,
  now: () => number,
): Promise<Finding> {
  for (let attempts = 1; ; attempts += 1) {
    const at = now();
    const answer = await ask(probe, at);
    const finding = judge(probe, answer);
    const isOurs = probe.ages && finding.verdict === 'fail' && now() - at > SPARE_MS;
    if (!isOurs) return finding;
    if (attempts < ATTEMPTS_MAX) continue;
    const { name } = probe;
    const meaning = 'not judged: each delivery was under way for over a second';
    return { probe: name, verdict: 'skip', answer: finding.answer, meaning };
  }
}

/**
 * Sends a receiver all probes, one after another. If the first gets no answer, no others are sent.
 */
export async function examineWebhook(examination: Examination): Promise<Finding[]> {
  const { secret, runId, now, post } = examination;
  const [first, ...rest] = WEBHOOK_PROBES;
  if (first === undefined) return [];
  const ask = async (probe: WebhookProbe, at: number): Promise<WebhookAnswer> =>
    post(await probe.make({ secret, runId, now: at }));
  const answer = await ask(first, now());
  const findings = [judge(first, answer)];
  if (answer.status === undefined) return [...findings, ...rest.map(skipped)];
  for (const probe of rest) findings.push(await inTime(probe, ask, now));
  return [...findings, judgeSpeed(answer)];
}
