import { describe, expect, it } from 'vitest';
import { type Diagnosis, diagnose } from '../../cli/webhook/diagnose.ts';
import { examineWebhook, type Finding } from '../../cli/webhook/examine-webhook.ts';
import { formatFindings } from '../../cli/webhook/format-findings.ts';
import type { WebhookAnswer, WebhookPost } from '../../cli/webhook/post-webhook.ts';
import { WEBHOOK_PROBES } from '../../cli/webhook/webhook-probes.ts';
import { createWebhookHandler } from '../../src/webhooks/handler/handler.ts';
import type { WebhookHandlerOptions } from '../../src/webhooks/handler/handler-options.ts';
import type { InboxRecord, WebhookInbox } from '../../src/webhooks/inbox/webhook-inbox.ts';
import { verifyWebhook } from '../../src/webhooks/signature/verify.ts';
import { memoryStore } from '../../src/webhooks/store/memory-store.ts';

const SECRET = 'whsec_doctor';
/** Late in a second, where rounding the wrong way would show. */
const now = (): number => 1_767_614_400_900;

type Receiver = (request: Request) => Promise<Response>;

async function examine(receive: Receiver, tookMs = 3, runId = 'run'): Promise<Finding[]> {
  return examineWebhook({
    secret: SECRET,
    runId,
    now,
    post: async (post): Promise<WebhookAnswer> => {
      const request = new Request('http://127.0.0.1/', { method: 'POST', ...post });
      return { status: (await receive(request)).status, tookMs };
    },
  });
}

function good(changes: Partial<WebhookHandlerOptions> = {}): Receiver {
  const store = memoryStore({ now });
  const options = { secret: SECRET, store, now, onEvent: () => undefined };
  return createWebhookHandler({ ...options, ...changes });
}

/** Returns the probes that did not pass. */
function complaints(findings: readonly Finding[]): string[] {
  const rest = findings.filter(({ verdict }) => verdict !== 'pass');
  return rest.map(({ verdict, probe, answer }) => `${verdict}: ${probe} (${answer})`);
}

/** A typical hand-written receiver. */
function byHand(changes: { toleranceSeconds?: number; reserialise?: boolean } = {}): Receiver {
  return async (request) => {
    const text = await request.text();
    const { reserialise, ...rest } = changes;
    const body = reserialise ? JSON.stringify(JSON.parse(text)) : text;
    const { headers } = request;
    const verified = verifyWebhook({ body, headers, secret: SECRET, now, ...rest });
    return verified.then(
      () => new Response(),
      () => new Response(null, { status: 401 }),
    );
  };
}

describe('the doctor', () => {
  it('finds nothing wrong with the handler of this package', async () => {
    const findings = await examine(good());
    expect(complaints(findings)).toEqual([]);
    expect(findings).toHaveLength(WEBHOOK_PROBES.length + 1);
  });

  it('finds an inbox that fails, also one that the doctor has visited before', async () => {
    const known = new Set<string>();
    let isBroken = false;
    const take = async ({ cdrId }: InboxRecord) => {
      if (known.has(cdrId)) return 'known';
      if (isBroken) throw new Error('the queue is down');
      known.add(cdrId);
      return 'new';
    };
    const inbox = { ...({} as WebhookInbox), take };
    const receive = createWebhookHandler({ secret: SECRET, now, inbox });
    expect(complaints(await examine(receive, 3, 'first'))).toEqual([]);
    isBroken = true;
    expect(complaints(await examine(receive, 3, 'second'))).toEqual([
      'fail: valid delivery (503)',
      'fail: duplicate (503)',
      'fail: unusual JSON (503)',
      'fail: line break at the end (503)',
      'fail: other members (503)',
      'fail: other id in the header (503)',
      'fail: large event (503)',
      'fail: 299 s old (503)',
    ]);
  });

  it('finds a receiver that checks nothing', async () => {
    const refused = WEBHOOK_PROBES.filter(({ expects }) => expects === 'refuse');
    expect(refused).toHaveLength(10);
    const findings = await examine(async () => new Response());
    expect(complaints(findings)).toEqual(refused.map(({ name }) => `fail: ${name} (200)`));
  });

  it('finds one that verifies a body which it serialised again', async () => {
    const findings = await examine(byHand({ reserialise: true }));
    expect(complaints(findings)).toEqual([
      'fail: unusual JSON (401)',
      'fail: line break at the end (401)',
      'fail: large event (401)',
      'fail: re-serialised body (200)',
    ]);
    expect(diagnose(findings).cause).toContain('raw body');
  });

  it('finds one that takes what is old, and one that refuses what is young', async () => {
    const lax = await examine(byHand({ toleranceSeconds: 3600 }));
    expect(complaints(lax)).toEqual(['fail: 301 s old (200)']);
    const strict = await examine(byHand({ toleranceSeconds: 60 }));
    expect(complaints(strict)).toEqual(['fail: 299 s old (401)']);
  });

  it('finds one that answers a duplicate with an error', async () => {
    const seen = new Set<string>();
    const receive = byHand();
    const findings = await examine(async (request) => {
      const id = request.headers.get('x-svc-webhook-id') ?? '';
      const response = await receive(request);
      if (response.status !== 200) return response;
      return new Response(null, { status: seen.size < seen.add(id).size ? 200 : 409 });
    });
    expect(complaints(findings)).toEqual(['fail: duplicate (409)']);
  });

  it('finds another secret, and a failing onEvent', async () => {
    const other = await examine(good({ secret: 'whsec_other' }));
    expect(complaints(other)[0]).toBe('fail: valid delivery (401)');
    expect(other[0]?.mistake).toContain('the secrets differ');
    const failing = await examine(good({ onEvent: () => Promise.reject(new Error('down')) }));
    expect(complaints(failing)[0]).toBe('fail: valid delivery (500)');
    expect(failing[0]?.mistake).toContain('onEvent threw');
  });

  it('names one cause where no genuine delivery is taken, and calls nothing proved', async () => {
    const wrong: [Receiver, string][] = [
      [good({ secret: 'whsec_other' }), 'a different secret'],
      [good({ onEvent: () => Promise.reject(new Error('down')) }), 'onEvent threw'],
      [async () => new Response(null, { status: 404 }), 'path is not the one'],
      [async () => new Response(null, { status: 308 }), 'trailing slash'],
      [good({ now: () => now() + 301_000 }), 'clock is over 300 s ahead'],
      [good({ now: () => now() - 301_000 }), 'clock is over 300 s behind'],
      [good({ secret: undefined }), 'no secret is configured'],
      [good({ secret: () => Promise.reject(new Error('down')) }), 'the secret function failed'],
      [
        good({ store: { ...memoryStore(), claim: () => Promise.reject(new Error()) } }),
        'the store',
      ],
      [async () => new Response(null, { status: 502 }), 'no receiver behind it'],
      [async () => new Response(null, { status: 429 }), 'rate limit'],
    ];
    for (const [receiver, named] of wrong) {
      const { cause, findings } = diagnose(await examine(receiver));
      expect(cause).toContain(named);
      const text = formatFindings({ findings, cause, accepts: false } as Diagnosis);
      expect(text.split(named)).toHaveLength(2);
      expect(text.match(/likely/g)).toHaveLength(1);
      const genuine = WEBHOOK_PROBES.filter(({ expects }) => expects === 'accept');
      for (const { name } of genuine) {
        expect(findings.find(({ probe }) => probe === name)).not.toHaveProperty('mistake');
      }
    }
    const { findings } = diagnose(await examine(good({ secret: 'whsec_other' })));
    const lax = await examine(async () => new Response(null, { status: 202 }));
    expect(diagnose(lax).cause).toContain('not checked at all');
    const { findings: right, cause } = diagnose(await examine(good()));
    expect(complaints(findings).filter((each) => each.startsWith('skip'))).toHaveLength(10);
    expect({ cause, complaints: complaints(right) }).toEqual({ complaints: [] });
  });

  it('names no common cause where two mistakes were made', async () => {
    const findings = await examine(byHand({ reserialise: true, toleranceSeconds: 3600 }));
    expect(diagnose(findings)).toEqual({ accepts: true, findings });
    expect(complaints(findings)).toHaveLength(5);
  });

  it('warns of one that crashes where it should refuse', async () => {
    const receive = good();
    const findings = await examine(async (request) => {
      const { status } = await receive(request);
      return new Response(null, { status: status === 401 ? 500 : status });
    });
    expect(new Set(findings.map(({ verdict }) => verdict))).toEqual(new Set(['pass', 'warn']));
  });

  it.each([
    [404, 'path is not the one'],
    [405, 'path is not the one'],
    [308, 'trailing slash'],
  ])('says what a %j means', async (status, mistake) => {
    const [first] = await examine(async () => new Response(null, { status }));
    expect(first).toMatchObject({ verdict: 'fail', mistake: expect.stringContaining(mistake) });
  });

  it.each([
    ['once', 1, []],
    ['each time', 3, ['skip: 299 s old (401)']],
  ] as const)('blames no receiver for a machine that is slow %s', async (_, slowTimes, said) => {
    let at = now();
    let slow = 0;
    const clock = () => at;
    const receive = good({ now: clock, store: memoryStore({ now: clock }) });
    const post = async (sent: WebhookPost): Promise<WebhookAnswer> => {
      const isYoung = String(sent.body).includes('_young') && slow < slowTimes;
      if (isYoung) slow += 1;
      at += isYoung ? 2_500 : 0;
      const request = new Request('http://127.0.0.1/', { method: 'POST', ...sent });
      return { status: (await receive(request)).status, tookMs: 3 };
    };
    const findings = await examineWebhook({ secret: SECRET, runId: 'run', now: clock, post });
    expect(complaints(findings)).toEqual(said);
    expect(slow).toBe(slowTimes);
  });

  it('warns of a slow answer', async () => {
    const findings = await examine(good(), 5001);
    expect(complaints(findings)).toEqual(['warn: quick answer (5001 ms)']);
  });

  it.each([
    ['timeout', 'a body parser has read the stream'],
    ['no connection', 'wrong port'],
  ] as const)('asks no further where the first probe ends in %j', async (error, mistake) => {
    let asked = 0;
    const post = async (): Promise<WebhookAnswer> => ({ error, tookMs: (asked += 1) });
    const [first, ...rest] = await examineWebhook({ secret: SECRET, runId: 'run', now, post });
    expect(first).toMatchObject({ verdict: 'fail', answer: error });
    expect(first?.mistake).toContain(mistake);
    expect(new Set(rest.map(({ verdict }) => verdict))).toEqual(new Set(['skip']));
    expect(asked).toBe(1);
  });

  it('prints a line for each finding, and the likely mistake below it', async () => {
    const findings = await examine(byHand({ toleranceSeconds: 60 }));
    const lines = formatFindings(diagnose(findings)).split('\n');
    expect(lines).toHaveLength(WEBHOOK_PROBES.length + 2);
    expect(lines[0]).toMatch(
      /^PASS {2}valid delivery +200 +a delivery signed as the service signs it/,
    );
    const at = lines.findIndex((line) => line.startsWith('FAIL  299 s old'));
    expect(lines[at + 1]).toMatch(/^ +likely: the age limit is under 300 s/);
  });
});
