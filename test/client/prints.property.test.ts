import { format, inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ok, type Play, page, playing, reply } from './support/answers.ts';
import { API_KEY, clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';

const TOKEN = 'tok_planted_4f9aé';
const PHONE = '(212) 555-0147';

/** What must not be shown, and the spellings that a service or a platform may use for it. */
const planted: Readonly<Record<string, readonly string[]>> = {
  key: [API_KEY, encodeURIComponent(API_KEY), 'sk_planted_secret'],
  token: [TOKEN, encodeURIComponent(TOKEN), encodeURIComponent(TOKEN).toLowerCase()],
  phone: [
    PHONE,
    '2125550147',
    '+12125550147',
    '212.555.0147',
    '1 212 555 0147',
    '%28212%29555-0147',
  ],
};
const spelling = fc.constantFrom(...Object.values(planted).flat());

function failure(error: Readonly<Record<string, unknown>>, headers = {}): Play {
  const whole = { code: 'INVALID_ARGUMENT', message: 'no', requestId: 'req_1', ...error };
  return reply(400, { ok: false, error: whole }, headers);
}

/** A header can hold only ASCII. */
function inHeader(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, encodeURIComponent);
}

const thrown =
  (error: unknown): Play =>
  () =>
    Promise.reject(error as Error);

/** Every place through which foreign text reaches an error. */
const places: Readonly<Record<string, (text: string) => Play>> = {
  message: (text) => failure({ message: text }),
  code: (text) => failure({ code: text }),
  requestId: (text) => failure({ requestId: text }),
  'details, a value': (text) => failure({ details: { issues: [{ received: text }] } }),
  'details, a key': (text) => failure({ details: { [text]: 1 } }),
  'details, a number': () => failure({ details: { received: 2_125_550_147 } }),
  'a header': (text) => failure({}, { 'x-echo': inHeader(text) }),
  'a page': (text) => () => new Response(text, { status: 400 }),
  'a redirect': (text) => page(302, { location: `https://h/${inHeader(text)}` }),
  'data that cannot be used': (text) => ok({ claimed: text, [text]: text }),
  'a cause, its message': (text) => thrown(new TypeError(text)),
  'a cause, its name': (text) => thrown(Object.assign(new Error('x'), { name: text })),
  'a cause, a code': (text) => thrown(Object.assign(new Error('x'), { code: text })),
  'a cause, its data': (text) => thrown(Object.assign(new Error('x'), { data: text })),
  'a cause, a symbol': (text) => thrown(Object.assign(new Error('x'), { [Symbol(text)]: text })),
  'a cause, hidden': (text) =>
    thrown(Object.defineProperty(new Error('x'), 'hidden', { value: { text } })),
  'a cause of a cause': (text) => thrown(new Error('x', { cause: new Error(text) })),
  'a cause of many': (text) => thrown(new AggregateError([new Error(text)], text)),
  'a cause that is a text': (text) => thrown(text),
  'a cause that inspects itself': (text) =>
    thrown(Object.assign(new Error('x'), { [inspect.custom]: () => text, toJSON: () => text })),
};

/** Returns all that can be read from a value, including hidden members and symbols. */
function membersOf(value: unknown, seen = new Set<object>()): string {
  if (typeof value !== 'object' || value === null || seen.has(value)) return String(value);
  seen.add(value);
  return Reflect.ownKeys(value)
    .map((key) => `${String(key)} ${membersOf(Reflect.get(value, key), seen)}`)
    .join('\n');
}

const prints: Readonly<Record<string, (error: Error) => string>> = {
  String,
  stack: ({ stack }) => String(stack),
  JSON: (error) => JSON.stringify(error),
  inspect: (error) => inspect(error, { depth: 20 }),
  'inspect, hidden members too': (error) => inspect(error, { depth: 20, showHidden: true }),
  'console.log': (error) => format('%s %o %O %j', error, error, error, error),
  structuredClone: (error) => membersOf(structuredClone({ ...error, cause: error.cause })),
  members: membersOf,
  headers: (error) => JSON.stringify([...((error as { headers?: Headers }).headers ?? [])]),
};

function expectNothingPlanted(shown: string, what: string): void {
  for (const text of Object.values(planted).flat()) expect(shown, what).not.toContain(text);
  for (const part of ['planted', '5550147']) expect(shown, what).not.toContain(part);
}

describe('an error of a call, in every way to print it', () => {
  it.each(Object.keys(places))('shows nothing that was planted: %s', async (place) => {
    await fc.assert(
      fc.asyncProperty(spelling, fc.integer({ min: 0, max: 2000 }), async (text, before) => {
        const play = places[place]?.(place === 'code' ? text : 'x'.repeat(before) + text);
        const client = clientWith(playing(play as Play), { maxRetries: 0 });
        const acceptance = { schemaVersion: 1, leadMatch: { phone: PHONE } } as const;
        const error = (await failureOf(client.shares.receive(TOKEN, { acceptance }))) as Error;
        for (const [how, print] of Object.entries(prints)) {
          expectNothingPlanted(print(error), how);
        }
      }),
      { numRuns: 25 },
    );
  });
});
