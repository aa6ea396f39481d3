import { describe, expect, it } from 'vitest';
import { givenToken } from '../../src/calibrate/given-token.ts';
import { PERMITTED } from '../../src/calibrate/guard.ts';
import { materialsOf } from '../../src/calibrate/materials.ts';
import type { CalibrateOptions } from '../../src/calibrate/options.ts';
import { calibrateSettings } from '../../src/calibrate/options.ts';
import { planCalibration } from '../../src/calibrate/plan.ts';
import { STATEMENT_ROWS } from '../../src/calibrate/statement-rows.ts';
import { TIER_NUMBERS, TIERS } from '../../src/calibrate/tier.ts';
import { ConsentEvidence } from '../../src/client/client.ts';
import { wireOf } from '../../src/client/client-wire.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';

const clientOf = (apiKey: string) =>
  new ConsentEvidence({
    apiKey,
    baseUrl: 'https://api.example.com',
    fetch: () => Promise.reject(new Error('nothing is sent')),
  });
const [sender, receiver] = [clientOf('sender.key'), clientOf('receiver.key')];
const settingsOf = (options: object = {}) =>
  calibrateSettings({ sender, receiver, ...options } as CalibrateOptions);
const LINK = 'https://api.example.com/v1/shares/shr%2F1';
const TOKEN = { token: LINK, cdrId: 'cdr_1' };
const READ = { token: 'shr/1', cdrId: 'cdr_1' };

/** Returns the messages of refused options. */
function refusal(options: object): string {
  try {
    settingsOf(options);
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInputError);
    return String(error);
  }
  return 'accepted';
}

describe('the options of a calibration', () => {
  it('have defaults', () => {
    const { random, ...settings } = settingsOf();
    expect(settings).toEqual({
      wires: { sender: wireOf(sender), receiver: wireOf(receiver) },
      ...{ tier: 1, tokens: [], materials: {}, maxWaitMs: 400_000, maxRecords: 5_000 },
      ...{ onRequest: undefined, sign: undefined, signal: undefined },
      clock: wireOf(receiver)?.clock,
    });
    const numbers = Array.from({ length: 100 }, random);
    expect(numbers.every((each) => each >= 0 && each < 1)).toBe(true);
    expect(new Set(numbers).size).toBeGreaterThan(90);
    expect(Math.max(...numbers)).toBeGreaterThan(0.5);
  });

  it('are taken as they are, with the token in place of each share URL', () => {
    const clock = { now: () => 1, sleep: () => Promise.resolve() };
    const { signal } = new AbortController();
    const own = {
      tier: 0,
      maxWaitMs: 0,
      maxRecords: 1,
      onRequest: () => undefined,
      random: () => 0.5,
      clock,
      signal,
      sign: { keyId: 'k', privateKey: 'x' },
    };
    expect(settingsOf({ ...own, tokens: [TOKEN] })).toMatchObject({ ...own, tokens: [READ] });
    const webhook = { attempts: () => [] };
    const { materials } = settingsOf({
      materials: { pendingCdrId: 'cdr_2', devModeToken: LINK, expiredToken: TOKEN, webhook },
    });
    expect(materials).toEqual({
      pendingCdrId: 'cdr_2',
      devModeToken: 'shr/1',
      expiredToken: READ,
      webhook,
    });
    expect(materialsOf({})).toEqual({});
    expect(materialsOf({ receivedToken: TOKEN, secondTokenOfAHeldRecord: TOKEN })).toEqual({
      receivedToken: READ,
      secondTokenOfAHeldRecord: READ,
    });
  });

  it.each<[string, object, string]>([
    [
      'one client twice',
      { receiver: sender },
      'receiver: expected a client of another organization',
    ],
    ['no sender', { sender: undefined }, 'sender'],
    [
      'a client that is none',
      { receiver: {} },
      'receiver: expected a ConsentEvidence client of this copy of the package',
    ],
    ['tier 4', { tier: 4 }, 'tier'],
    ['a hundred and one tokens', { tokens: Array.from({ length: 101 }, () => TOKEN) }, 'tokens'],
    [
      'a bare token',
      { tokens: ['shr_1'] },
      'tokens.0: expected { token, cdrId }, a share token or its share URL with its record',
    ],
    ['waits of more than an hour', { maxWaitMs: 3_600_001 }, 'maxWaitMs'],
    ['a wait below nothing', { maxWaitMs: -1 }, 'milliseconds'],
    ['no records', { maxRecords: 0 }, 'maxRecords'],
    ['more than a million records', { maxRecords: 1_000_001 }, 'records'],
    [
      'an empty Dev Mode token',
      { materials: { devModeToken: '' } },
      'devModeToken: expected a share token, or its share URL',
    ],
    ['a Dev Mode token that is a number', { materials: { devModeToken: 1 } }, 'devModeToken'],
    ['an empty record', { materials: { invalidCdrId: '' } }, 'invalidCdrId'],
    [
      'a token without its record',
      { materials: { secondTokenOfAHeldRecord: { token: 'shr_1' } } },
      'secondTokenOfAHeldRecord',
    ],
    [
      'a webhook receiver without attempts',
      { materials: { webhook: 1 } },
      'an object with attempts()',
    ],
    ['onRequest that is none', { onRequest: 1 }, 'onRequest'],
    ['random that is none', { random: 1 }, 'random'],
    ['a clock that is none', { clock: {} }, 'clock'],
    ['a signal that is none', { signal: {} }, 'signal'],
    ['another option', { teir: 1 }, 'did you mean "tier"'],
  ])('refuse %s', (_, options, message) => {
    expect(refusal(options)).toContain(message);
  });

  it.each<[object]>([
    [{ tokens: Array.from({ length: 100 }, () => TOKEN) }],
    [{ maxWaitMs: 3_600_000, maxRecords: 1_000_000 }],
    [{ tier: 3 }],
  ])('take the bound itself', (options) => {
    expect(refusal(options)).toBe('accepted');
  });
});

describe('a token with its record', () => {
  it.each<[unknown, object | undefined]>([
    [TOKEN, READ],
    [{ ...READ, more: 1 }, READ],
    [null, undefined],
    ['shr_1', undefined],
    [{ token: '', cdrId: 'cdr_1' }, undefined],
    [{ token: 1, cdrId: 'cdr_1' }, undefined],
    [{ token: 'shr_1', cdrId: '' }, undefined],
    [{ token: 'shr_1', cdrId: 1 }, undefined],
    [{ token: 'https://a.example/v1/shares/%E0', cdrId: 'cdr_1' }, undefined],
  ])('%j', (value, expected) => {
    expect(givenToken(value)).toEqual(expected);
  });
});

describe('the plan of a calibration', () => {
  it.each(TIER_NUMBERS)(
    'of tier %i lists each tier up to it, with what belongs to that one alone',
    (tier) => {
      const plan = planCalibration({ tier });
      expect(plan.tier).toBe(tier);
      expect(plan.tiers.map((each) => each.tier)).toEqual(TIER_NUMBERS.slice(0, tier + 1));
      for (const each of plan.tiers) {
        expect(each).toMatchObject(TIERS[each.tier]);
        expect(each.permits).toEqual(
          PERMITTED.filter((one) => one.tier === each.tier).map(({ name }) => name),
        );
        const rules = STATEMENT_ROWS.filter(
          (row) => row.tier === each.tier && !row.asks.startsWith('Nothing: every'),
        );
        expect(each.statements.map(({ statement }) => statement).toSorted()).toEqual(
          rules.map(({ rule }) => rule).toSorted(),
        );
      }
      expect(plan.leaves).toBe(
        tier < 3
          ? 'Nothing.'
          : 'Share tokens of the sender’s that expire within 60 seconds, and nothing else.',
      );
    },
  );

  it('is of tier 1 by default, and of no other tier', () => {
    expect(planCalibration()).toEqual(planCalibration({ tier: 1 }));
    expect(() => planCalibration({ tier: 4 as never })).toThrow('tier: expected 0, 1, 2 or 3');
  });

  it('says what each reading asks and needs', () => {
    const readings = planCalibration({ tier: 3 }).tiers.flatMap((each) =>
      each.readings.map((one) => ({ ...one, tier: each.tier })),
    );
    expect(readings).toHaveLength(25);
    expect(readings).toContainEqual({
      ...{
        reading: 'shareUrl',
        tier: 3,
        asks: 'A share with a lifetime of 60 seconds.',
        requests: 2,
      },
      needs: 'a record that the sender captured and paid for, and that the receiver does not hold',
    });
    const [statement] = planCalibration({ tier: 0 }).tiers[0]?.statements ?? [];
    expect(statement).toEqual({
      section: '1',
      statement: 'A path that no endpoint has is 404 NOT_FOUND.',
      asks: 'Unknown paths.',
    });
  });
});
