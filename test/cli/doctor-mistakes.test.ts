import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Diagnosis, diagnose } from '../../cli/webhook/diagnose.ts';
import { examineWebhook } from '../../cli/webhook/examine-webhook.ts';
import { formatFindings } from '../../cli/webhook/format-findings.ts';
import { WEBHOOK_PROBES } from '../../cli/webhook/webhook-probes.ts';

const SECRET = 'whsec_mistakes';
const now = (): number => 1_767_614_400_900;

/** A receiver by hand, every part of which can be wrong by itself. */
interface Parts {
  readonly secret: string;
  readonly limit: number;
  /** What is signed, made of the text that arrived. */
  readonly signed: (timestamp: string, text: string) => string;
  readonly isSigned: (given: string, own: string) => boolean;
  readonly isTimely: (ageSeconds: number) => boolean;
  /** The status for a missing header; `undefined`: the delivery is refused. */
  readonly missing: (signature: string | null, timestamp: string | null) => number | undefined;
  readonly check: (event: Record<string, unknown>, headerId: string | null) => number | undefined;
  readonly known: number;
  readonly done: number;
  readonly now: () => number;
}

const RIGHT: Parts = {
  secret: SECRET,
  limit: 4 * 1024 * 1024,
  signed: (timestamp, text) => `${timestamp}.${text}`,
  isSigned: (given, own) => given === own,
  isTimely: (age) => Math.abs(age) <= 300,
  missing: () => undefined,
  check: () => undefined,
  known: 200,
  done: 200,
  now,
};

interface Delivered {
  readonly headers: Headers;
  readonly text: string;
}

function receiver(wrong: Partial<Parts>): (delivered: Delivered) => number {
  const parts = { ...RIGHT, ...wrong };
  const seen = new Set<unknown>();
  return ({ headers, text }) => {
    if (Buffer.byteLength(text) > parts.limit) return 413;
    const [signature, timestamp] = [headers.get('x-svc-signature'), headers.get('x-svc-timestamp')];
    if (signature === null || timestamp === null) return parts.missing(signature, timestamp) ?? 401;
    const hmac = createHmac('sha256', parts.secret).update(parts.signed(timestamp, text));
    if (!parts.isSigned(signature, `sha256=${hmac.digest('hex')}`)) return 401;
    if (!parts.isTimely(parts.now() / 1000 - Number(timestamp))) return 400;
    const event = JSON.parse(text) as Record<string, unknown>;
    const refused = parts.check(event, headers.get('x-svc-webhook-id'));
    if (refused !== undefined) return refused;
    if (seen.has(event['webhookId'])) return parts.known;
    seen.add(event['webhookId']);
    return parts.done;
  };
}

async function examined(wrong: Partial<Parts>): Promise<Diagnosis> {
  const receive = receiver(wrong);
  const findings = await examineWebhook({
    secret: SECRET,
    runId: 'run',
    now,
    post: async ({ body, headers }) => {
      const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
      return { status: receive({ headers: new Headers(headers), text }), tookMs: 3 };
    },
  });
  return diagnose(findings);
}

const known = new Map<Partial<Parts>, Promise<Diagnosis>>();

function diagnosisOf(wrong: Partial<Parts>): Promise<Diagnosis> {
  const diagnosis = known.get(wrong) ?? examined(wrong);
  known.set(wrong, diagnosis);
  return diagnosis;
}

/** Every mistake that is named: the common one, and those of single findings. */
function namedBy({ cause, findings }: Diagnosis): string[] {
  const single = findings.flatMap(({ mistake }) => mistake ?? []);
  return [...new Set(cause === undefined ? single : [cause, ...single])];
}

const reserialised = (timestamp: string, text: string): string =>
  `${timestamp}.${JSON.stringify(JSON.parse(text))}`;
const onlyIf = (is: boolean): number | undefined => (is ? 200 : undefined);

/** Each mistake of the guide, with a receiver that has it alone, and a part of what is said. */
const MISTAKES: readonly (readonly [what: string, wrong: Partial<Parts>, named: string])[] = [
  ['has another secret', { secret: 'whsec_other' }, 'a different secret'],
  ['has a secret with a line break', { secret: `${SECRET}\n` }, 'a different secret'],
  ['signs the body alone', { signed: (_, text) => text }, 'something other than'],
  [
    'does not decode base64',
    { signed: (at, text) => `${at}.${Buffer.from(text).toString('base64')}` },
    'something other than',
  ],
  ['serialises the body again', { signed: reserialised }, 'parsed and serialised again'],
  ['trims the body', { signed: (at, text) => `${at}.${text.trim()}` }, 'is trimmed before'],
  ['checks no signature', { isSigned: () => true, missing: () => 200 }, 'not checked at all'],
  ['checks only that headers are there', { isSigned: () => true }, 'not checked at all'],
  [
    'checks nothing',
    { isSigned: () => true, missing: () => 200, isTimely: () => true },
    'not checked at all',
  ],
  [
    'skips the check if a header is missing',
    { missing: () => 200 },
    'skipped if a header is missing',
  ],
  [
    'skips the check if the signature is missing',
    { missing: (signature) => onlyIf(signature === null) },
    'skipped if the signature is missing',
  ],
  [
    'skips the check if the timestamp is missing',
    { missing: (_, timestamp) => onlyIf(timestamp === null) },
    'skipped if the timestamp is missing',
  ],
  [
    'skips the check if both headers are missing',
    { missing: (signature, timestamp) => onlyIf(signature === null && timestamp === null) },
    'skipped if both headers are missing',
  ],
  [
    'compares with startsWith',
    { isSigned: (given, own) => given.startsWith('sha256=') && own.startsWith(given) },
    'startsWith',
  ],
  [
    'compares as many characters as it gets',
    { isSigned: (given, own) => own.slice(0, given.length) === given },
    'by its own length',
  ],
  ...[8, 16, 32].map(
    (count) =>
      [
        `compares ${count} characters`,
        {
          isSigned: (given: string, own: string) =>
            given.slice(7, 7 + count) === own.slice(7, 7 + count),
        },
        'only the beginning of the signature is compared',
      ] as const,
  ),
  ...[8, 16, 32].map(
    (count) =>
      [
        `compares the last ${count} characters`,
        { isSigned: (given: string, own: string) => given.slice(-count) === own.slice(-count) },
        'only the end of the signature is compared',
      ] as const,
  ),
  ['compares no time', { isTimely: () => true }, 'not compared with the clock'],
  ['allows an hour', { isTimely: (age) => age <= 3600 }, 'not compared with the clock'],
  ['allows a minute', { isTimely: (age) => age <= 60 }, 'age limit is under 300 s'],
  ['has a clock that is ahead', { now: () => now() + 301_000 }, 'clock is over 300 s ahead'],
  ['has a clock that is behind', { now: () => now() - 301_000 }, 'clock is over 300 s behind'],
  ['takes 100 KB', { limit: 100 * 1024 }, 'limit on the size of bodies'],
  ['takes 512 KB', { limit: 512 * 1024 }, 'limit on the size of bodies'],
  ['takes 1 MB', { limit: 1024 * 1024 }, 'limit on the size of bodies'],
  ['answers a duplicate with 409', { known: 409 }, 'a known webhookId gets an error'],
  ['answers a duplicate with 422', { known: 422 }, 'a known webhookId gets an error'],
  ['answers every event with 422', { done: 422, known: 422 }, 'something else refuses the event'],
  ['fails in onEvent', { done: 500, known: 500 }, 'onEvent threw'],
  [
    'has a schema with members of its own',
    { check: (event) => ('customMetadata' in event ? undefined : 422) },
    'a schema refuses the event',
  ],
  [
    'has a schema that allows no other member',
    { check: (event) => ('addedLater' in event ? 422 : undefined) },
    'a schema refuses the event',
  ],
  [
    'has a schema that allows no other event either',
    {
      check: (event) =>
        'addedLater' in event || event['event'] !== 'cdr.completed' ? 422 : undefined,
    },
    'a schema refuses the event',
  ],
  [
    'answers other events with 400',
    { check: (event) => (event['event'] === 'cdr.completed' ? undefined : 400) },
    'an event of another type gets an error',
  ],
  [
    'compares the id in the header',
    { check: (event, headerId) => (event['webhookId'] === headerId ? undefined : 400) },
    'the id in the header is compared',
  ],
];

describe('the doctor', () => {
  it('finds no mistake in a correct hand-written receiver', async () => {
    const diagnosis = await diagnosisOf({});
    expect(namedBy(diagnosis)).toEqual([]);
    expect(diagnosis.findings.every(({ verdict }) => verdict === 'pass')).toBe(true);
  });

  it.each(MISTAKES)('names exactly the mistake of a receiver that %s', async (_, wrong, named) => {
    const diagnosis = await diagnosisOf(wrong);
    const mistakes = namedBy(diagnosis);
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toContain(named);
    expect(formatFindings(diagnosis).match(/likely/g)).toHaveLength(1);
    expect(diagnosis.findings.some(({ verdict }) => verdict === 'fail')).toBe(true);
  });

  it('names a validation in front where everything is 422', async () => {
    const post = async () => ({ status: 422, tookMs: 1 });
    const findings = await examineWebhook({ secret: SECRET, runId: 'run', now, post });
    expect(diagnose(findings).cause).toContain('a validation of the request refuses it');
  });

  it('has a receiver with a mistake for each of its probes', async () => {
    const broken = new Set<string>();
    for (const [, wrong] of MISTAKES) {
      const { findings } = await diagnosisOf(wrong);
      for (const { probe, verdict } of findings) if (verdict === 'fail') broken.add(probe);
    }
    const missing = WEBHOOK_PROBES.filter(({ name }) => !broken.has(name));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});
