import { describe, expect, it } from 'vitest';
import { presets } from '../../mock/capture/presets.ts';
import { createMockService } from '../../mock/index.ts';
import { ConsentEvidence } from '../../src/client/client.ts';
import { ERROR_STATUS, type KnownErrorCode } from '../../src/contract/error-codes.ts';
import { receiveDecision } from '../../src/decision/receive-decision.ts';
import { brokenConnection, no, ok, page, playing, refusedConnection } from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { received } from './support/operations.ts';

const earlierOutcome = 'unknown';

/** Codes that prove that nothing was done, whatever happened to the earlier call (spec §4.6). */
const PROOF: readonly string[] = [
  'CDR_DEV_MODE',
  'INVALID_ARGUMENT',
  'COLLECT_REQUIRED',
  'CDR_ACCEPTANCE_FAILED',
  'CDR_PENDING',
];

describe('a receive that continues one whose outcome was unknown', () => {
  it.each(Object.keys(ERROR_STATUS) as KnownErrorCode[])('%s', async (code) => {
    const play = playing(no(ERROR_STATUS[code], code));
    const { shares } = clientWith(play, { pendingTimeoutMs: 0 });
    const first = await failureOf(shares.receive('tok_1'));
    expect(first).toMatchObject({ code, outcome: 'refused' });
    const continued = await failureOf(shares.receive('tok_1', { earlierOutcome }));
    const proved = PROOF.includes(code);
    expect(continued).toMatchObject({ code, outcome: proved ? 'refused' : 'unknown' });
    expect(receiveDecision(continued)).toBe(proved ? receiveDecision(first) : 'hold');
  });

  it.each([
    ['nothing was sent', refusedConnection],
    ['the connection broke', brokenConnection],
    ['a 429', no(429, 'RATE_LIMITED')],
    ['a 500', no(500, 'INTERNAL')],
    ['a page of a gateway', page(404)],
    ['a code that is not listed', no(400, 'NEW_CODE')],
  ])('stays unknown: %s', async (_, play) => {
    const { shares } = clientWith(playing(play), { maxRetries: 0 });
    const error = await failureOf(shares.receive('tok_1', { earlierOutcome }));
    expect(error).toMatchObject({ outcome: 'unknown' });
    expect(receiveDecision(error)).toBe('hold');
  });

  it('stays unknown where it is aborted before anything is sent, or gets no key', async () => {
    const { shares } = clientWith(playing(ok(received)), {
      apiKey: () => Promise.reject(new Error('the vault is closed')),
    });
    const signal = AbortSignal.abort();
    for (const options of [{ earlierOutcome, signal }, { earlierOutcome }] as const) {
      expect(await failureOf(shares.receive('tok_1', options))).toMatchObject({
        outcome: 'unknown',
      });
    }
  });

  it('says so in its receipt, and of the criteria what can be known', async () => {
    const acceptance = { schemaVersion: 1 } as const;
    const again = { ...received, alreadyClaimed: true, shareEventId: '' };
    const receipt = (data: object, options: object) =>
      clientWith(playing(ok(data))).shares.receive('tok_1', { earlierOutcome, ...options });
    const replayPossible = true;
    expect(await receipt(received, { acceptance })).toMatchObject({
      replayPossible,
      acceptanceEvaluated: true,
    });
    expect(await receipt(again, { acceptance })).toMatchObject({
      replayPossible,
      acceptanceEvaluated: 'unknown',
    });
    expect(await receipt(again, {})).toMatchObject({ replayPossible, acceptanceEvaluated: false });
  });

  it('sends what a first one sends, and repeats as often', async () => {
    const fetch = playing(brokenConnection, brokenConnection, ok(received));
    await clientWith(fetch).shares.receive('tok_1', { earlierOutcome });
    expect(fetch.seen.map(({ body }) => body)).toEqual([undefined, undefined, undefined]);
  });

  it.each(['refused', 'not_sent', 'done', '', null, true])('takes no %j', async (outcome) => {
    const fetch = playing(ok(received));
    const options = { earlierOutcome: outcome as 'unknown' };
    expect(await failureOf(clientWith(fetch).shares.receive('tok_1', options))).toMatchObject({
      name: 'InvalidInputError',
      issues: [{ path: 'earlierOutcome' }],
    });
    expect(fetch.seen).toHaveLength(0);
  });
});

describe('paid, the answer lost, and the process gone', () => {
  it('is held after the share has expired, and never refused', async () => {
    const mock = createMockService({ now: '2026-01-05T12:00:00Z' });
    const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
    const buyer = mock.addOrganization({ name: 'Acme Solar' });
    const page = presets.checkedBox({ autoShare: { expiresInMs: 60_000 } });
    const { shareUrl } = mock.capture(producer, page);
    await mock.clock.advance(0);
    const clientOf = (options = {}) =>
      new ConsentEvidence({ ...mock.clientOptions(buyer), ...options });
    mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
    const lost = await failureOf(clientOf({ maxRetries: 0 }).shares.receive(shareUrl));
    expect(lost).toMatchObject({ outcome: 'unknown' });
    expect(mock.charges({ organization: buyer })).toHaveLength(1);

    const soon = await clientOf().shares.receive(shareUrl, { earlierOutcome });
    expect(soon).toMatchObject({ alreadyClaimed: true, replayPossible: true });
    await mock.clock.advance({ minutes: 2 });
    const late = await failureOf(clientOf().shares.receive(shareUrl, { earlierOutcome }));
    expect(late).toMatchObject({ code: 'GONE', outcome: 'unknown' });
    expect(receiveDecision(late)).toBe('hold');
    expect(mock.charges({ organization: buyer })).toHaveLength(1);
  });
});
