import { describe, expect, it } from 'vitest';
import type { Tier } from '../../src/calibrate/tier.ts';
import {
  accountOf,
  craftedRun,
  entriesOf,
  entryOf,
  failure,
  rightService,
  type Service,
  success,
} from './support/crafted-run.ts';

const ENTRIES = [...entriesOf(2), entryOf(3, { collected: false })];
const RIGHT = rightService(ENTRIES);
const NOT_PAID = 'the record of this token is not one that the sender captured and paid for';

function runOf(parts: Parameters<typeof craftedRun>[1] = {}, service: Service = RIGHT) {
  const made = craftedRun(service, { account: accountOf(ENTRIES), ...parts });
  const shares = () => made.asked.filter(({ path }) => path.endsWith('/share'));
  return { ...made, shares };
}

describe('tokens from tier 3 on', () => {
  it('are created for 60 seconds and used for 30, for a record that was read', async () => {
    const { tokens, shares, known, time, names } = runOf();
    expect(await tokens.of('cdr_2')).toBe('tok_cdr_2');
    time.now += 29_999;
    await tokens.of('cdr_2');
    expect(shares()).toEqual([
      {
        as: 'sender',
        method: 'POST',
        path: '/v1/cdrs/cdr_2/share',
        body: { expiresInMs: 60_000 },
      },
    ]);
    expect(known).toEqual({ tokens: new Set(['tok_cdr_2']), shareable: new Set(['cdr_2']) });
    expect(tokens.cdrIdOf('tok_cdr_2')).toBe('cdr_2');
    expect(tokens.cdrIdOf('tok_cdr_1')).toBeUndefined();
    // Whether the receiver held it is asked before any receive.
    expect(names().at(-1)).toBe('receiver GET /v1/cdrs/cdr_2');
    time.now += 1;
    await tokens.of('cdr_2');
    expect(shares()).toHaveLength(2);
  });

  it('ignore the ones that were given', async () => {
    const { tokens } = runOf({ given: [{ token: 'tok_given', cdrId: 'cdr_2' }] });
    expect(await tokens.any()).toBe('tok_cdr_1');
  });

  it('are unknown to the guard if the record is not paid for', async () => {
    const { tokens, known } = runOf();
    await expect(tokens.of('cdr_3')).rejects.toThrow(NOT_PAID);
    expect(known.tokens).toEqual(new Set());
    expect(tokens.cdrIdOf('tok_cdr_3')).toBeUndefined();
  });

  it.each<[string, ReturnType<typeof success>, string]>([
    ['a failure', failure(503, 'X'), 'a share returned 503'],
    ['no token', success({}), 'a share returned 200'],
    ['an empty token', success({ token: '' }), 'a share returned 200'],
    ['a token that is a number', success({ token: 1 }), 'a share returned 200'],
  ])('are not there if the share gives %s', async (_, reply, why) => {
    const service: Service = (ask) => (ask.path.endsWith('/share') ? reply : RIGHT(ask));
    const { tokens, known } = runOf({}, service);
    await expect(tokens.of('cdr_1')).rejects.toThrow(why);
    expect(known.tokens).toEqual(new Set());
  });

  it('are shared without a receive in mind, too, which makes them unknown to the guard', async () => {
    const { tokens, known } = runOf();
    const { token, answer } = await tokens.share('cdr_3', 5);
    expect({ token, status: answer.status }).toEqual({ token: 'tok_cdr_3', status: 200 });
    expect(known).toEqual({ tokens: new Set(), shareable: new Set(['cdr_3']) });
    expect((await tokens.shareFor('cdr_1', 1)).token).toBe('tok_cdr_1');
    expect(known.tokens).toEqual(new Set(['tok_cdr_1']));
  });
});

describe('tokens below tier 3', () => {
  const given = [
    { token: 'tok_3', cdrId: 'cdr_3' },
    { token: 'tok_2', cdrId: 'cdr_2' },
  ];
  const tier: Tier = 2;

  it('are the given ones, of records that are paid for', async () => {
    const { tokens, shares, known } = runOf({ tier, given });
    expect(await tokens.of('cdr_2')).toBe('tok_2');
    expect(await tokens.any()).toBe('tok_2');
    await expect(tokens.of('cdr_3')).rejects.toThrow(NOT_PAID);
    await expect(tokens.of('cdr_1')).rejects.toThrow('none of the given tokens is for this record');
    expect(known).toEqual({ tokens: new Set(['tok_2']), shareable: new Set() });
    expect(shares()).toEqual([]);
  });

  it('are not there if none was given, or none is of a record that is paid for', async () => {
    await expect(runOf({ tier }).tokens.any()).rejects.toThrow(
      'no share token was given; tier 3 creates its own',
    );
    const unpaid = runOf({ tier, given: given.slice(0, 1) });
    await expect(unpaid.tokens.any()).rejects.toThrow(
      'the sender has no record of a given token that it captured',
    );
    const none = runOf({ account: accountOf([]) });
    await expect(none.tokens.any()).rejects.toThrow('the sender has no record that it captured');
  });
});

describe('tokens of materials', () => {
  it.each(['expiredToken', 'receivedToken', 'secondTokenOfAHeldRecord'] as const)(
    '%s is used if it was given and its record is paid for',
    async (name) => {
      const materialsOf = (cdrId: string) => ({ materials: { [name]: { token: 'tok', cdrId } } });
      expect(await runOf(materialsOf('cdr_1')).tokens.given(name)).toBe('tok');
      await expect(runOf(materialsOf('cdr_3')).tokens.given(name)).rejects.toThrow(NOT_PAID);
      expect(() => runOf().tokens.given(name)).toThrow(`materials.${name} was not given`);
    },
  );
});
