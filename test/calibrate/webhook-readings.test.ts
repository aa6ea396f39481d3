import { describe, expect, it } from 'vitest';
import type { WebhookAttempt } from '../../src/calibrate/materials.ts';
import type { ReadingName } from '../../src/readings/readings.ts';
import { accountOf, craftedRun, entryOf, NOW } from './support/crafted-run.ts';
import { readingWords } from './support/reading-words.ts';

/** Measures with a receiver that sees more attempts each time it is asked. */
function measured(name: ReadingName, ...seen: readonly (readonly WebhookAttempt[])[]) {
  let asked = 0;
  const attempts = () => seen[Math.min((asked += 1), seen.length) - 1] ?? [];
  const { run, waits } = craftedRun(() => new Error('nothing is asked'), {
    materials: { webhook: { attempts } },
  });
  return { waits, asked: () => asked, words: readingWords(run, name) };
}

const attempt = (
  seconds: number,
  headerId: string | null = 'w1',
  more: object = {},
): WebhookAttempt => ({
  at: NOW + seconds * 1000,
  headerId,
  body: JSON.stringify({ webhookId: 'w1', ...more }),
});
const OTHER = { ...attempt(1, 'w2'), body: JSON.stringify({ webhookId: 'w2' }) };
const NO_EVENT = [
  { ...attempt(2), body: '{' },
  { ...attempt(3), body: '[]' },
  { ...attempt(4), body: '{"webhookId":1}' },
];

describe('the header of an event', () => {
  it.each<[string, (string | null)[]]>([
    ['is same', ['w1', 'w1']],
    ['is perAttempt', ['a', 'b']],
    ['is perAttempt', ['w1', 'b']],
    ['differs: a header that is neither', ['a', 'a']],
    ['differs: a header that is neither', ['a', null]],
    ['differs: a header that is neither', [null, null]],
  ])('%s: %j', async (words, headers) => {
    const attempts = headers.map((each, at) => attempt(at, each));
    expect(await measured('webhookHeaderId', [OTHER, ...NO_EVENT, ...attempts]).words).toBe(words);
  });
});

describe('the body of an event', () => {
  it('is frozen or rebuilt', async () => {
    expect(await measured('webhookBody', [attempt(0), attempt(30)]).words).toBe('is frozen');
    expect(await measured('webhookBody', [attempt(0), attempt(30, 'w1', { x: 1 })]).words).toBe(
      'is rebuilt',
    );
  });
});

describe('the time between attempts', () => {
  it.each<[string, number[]]>([
    ['is double', [0, 30, 90]],
    ['is double', [90, 0, 30]],
    ['is double', [0, 40, 110]],
    ['is double', [0, 20, 70]],
    ['is spread', [0, 30, 111]],
    ['is spread', [0, 30, 101]],
    ['is spread', [0, 30, 121]],
    ['differs: gaps of 30 s, 91 s', [0, 30, 121.4]],
    ['differs: gaps of 30 s, 50 s', [0, 30, 79.9]],
    ['differs: gaps of 41 s, 60 s', [0, 41, 101]],
    ['differs: gaps of 19 s, 60 s', [0, 19, 79]],
  ])('%s: %j', async (words, seconds) => {
    expect(
      await measured(
        'webhookBackoff',
        seconds.map((each) => attempt(each)),
      ).words,
    ).toBe(words);
  });

  it('is waited for, five seconds each time, for three minutes', async () => {
    const one = [attempt(0)];
    const later = measured(
      'webhookBackoff',
      one,
      [...one, attempt(30)],
      [OTHER, ...one, attempt(30), attempt(90)],
    );
    expect(await later.words).toBe('is double');
    expect(later.waits).toEqual([5000, 5000]);
    const never = measured('webhookBackoff', one, [OTHER, attempt(30), ...one]);
    expect(await never.words).toBe('not measured: the receiver saw 2 attempts of one event');
    expect({ waits: never.waits.length, asked: never.asked() }).toEqual({ waits: 36, asked: 37 });
    expect(await measured('webhookBody', []).words).toBe(
      'not measured: the receiver saw 0 attempts of one event',
    );
  });

  it.each(['webhookHeaderId', 'webhookBody', 'webhookBackoff'] as const)(
    'needs a receiver: %s',
    async (name) => {
      expect(await readingWords(craftedRun(() => new Error()).run, name)).toBe(
        'not measured: materials.webhook was not given',
      );
    },
  );
});

describe('whether a Dev Mode capture sends an event', () => {
  const NO =
    'not measured: no Dev Mode record was acknowledged, which does not prove that no event was sent';
  it.each<[string, object]>([
    ['is sent', { devMode: true, webhookSuccessfullySentAt: 1 }],
    [NO, { devMode: true }],
    [NO, { devMode: true, webhookSuccessfullySentAt: null }],
    [NO, { webhookSuccessfullySentAt: 1 }],
  ])('%s: %j', async (words, members) => {
    const account = accountOf([entryOf(1), entryOf(2, members)]);
    const { run } = craftedRun(() => new Error(), { account });
    expect(await readingWords(run, 'devModeEvent')).toBe(words);
  });
});
