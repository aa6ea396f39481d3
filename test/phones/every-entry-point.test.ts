import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';
import { writeDossier } from '../../src/archive/index.ts';
import { evaluateAcceptance, InvalidInputError, normalizePhone } from '../../src/index.ts';
import { READING_VALUES } from '../../src/readings/readings.ts';
import { archiveWorld, tempFolder } from '../archive/support/archive-world.ts';
import { ok, playing } from '../client/support/answers.ts';
import { clientWith } from '../client/support/client-of.ts';
import { failureOf } from '../client/support/failure-of.ts';
import { received } from '../client/support/operations.ts';
import { leadOf, leadWorld } from '../intake/support/lead-world.ts';
import { hasForeignPlus, SPELLINGS } from './spellings.ts';

const GRAMMARS = READING_VALUES.phoneGrammar;

/** What each grammar makes of a spelling, and whether it is sent. */
const TABLE = SPELLINGS.map(([text, ...digits]) => {
  const isRead = digits.some((each) => each !== undefined);
  return { text, digits, isSent: isRead && !hasForeignPlus(text) };
});
const REFUSED = TABLE.filter(({ digits }) => digits[0] === undefined);

describe('a phone that a caller searches for is taken by the strict grammar alone', () => {
  it.each(TABLE)('cdrs.findByPhone: $text', async ({ text, digits: [strict] }) => {
    const fetch = playing(ok({ domains: ['a.example'] }), ok({ cdrs: [] }));
    const search = clientWith(fetch).cdrs.findByPhone(text);
    if (strict !== undefined) {
      expect(await search.next()).toMatchObject({ done: true });
      const asked = new URL(fetch.seen[1]?.url ?? '').searchParams;
      expect(asked.get('metadataValue')).toBe(`+1${strict}`);
      return;
    }
    const error = (await failureOf(search.next())) as InvalidInputError;
    expect(error).toMatchObject({ name: 'InvalidInputError', issues: [{ path: 'phone' }] });
    expect(error.message).toMatch(/^cdrs\.findByPhone: phone: expected/);
    expect(fetch.seen).toEqual([]);
  });

  it.each(REFUSED)('writeDossier refuses, and makes no folder: $text', async ({ text }) => {
    const world = archiveWorld();
    const folder = path.join(tempFolder(), 'case');
    const error = await failureOf(writeDossier(world.client, { phone: text, folder }));
    expect(error).toMatchObject({ name: 'InvalidInputError', issues: [{ path: 'phone' }] });
    expect(existsSync(folder)).toBe(false);
    expect(world.mock.requests()).toEqual([]);
  });

  it('the commands find and dossier refuse the same, before they look for a key', async () => {
    let said = '';
    const listen = (text: string | Uint8Array) => Boolean((said += String(text)));
    vi.spyOn(process.stderr, 'write').mockImplementation(listen);
    for (const { text } of REFUSED) {
      for (const args of [['find'], ['find', '--scan'], ['dossier', '--out', 'case']]) {
        said = '';
        expect([text, await runCli([...args, `--phone=${text}`])]).toEqual([text, 2]);
        expect(said).toMatch(/^error: --phone: expected/);
      }
    }
    vi.restoreAllMocks();
    expect(existsSync('case')).toBe(false);
  });
});

describe.each(GRAMMARS)('a phone of a lead, where the service reads it %s', (phoneGrammar) => {
  const column = GRAMMARS.indexOf(phoneGrammar);

  it('is normalised as the table says', () => {
    for (const { text, digits } of TABLE) {
      expect([text, normalizePhone(text, phoneGrammar)]).toEqual([text, digits[column]]);
    }
  });

  it('is judged offline as the table says, and refused where the service would', () => {
    for (const { text, digits } of TABLE) {
      if (text.length === 0 || text.length > 40) continue; // refused by the shape of criteria
      const compared: string[] = [];
      const judge = () =>
        evaluateAcceptance(
          { schemaVersion: 1, leadMatch: { phone: text } },
          { createdAt: 0 },
          {
            now: 0,
            hasPhone: (tenDigits) => compared.push(tenDigits) > 0,
            readings: { phoneGrammar },
          },
        );
      if (digits[column] === undefined) expect(judge).toThrow(InvalidInputError);
      else expect([text, judge().outcome]).toEqual([text, 'accepted']);
      expect([text, compared]).toEqual([text, [digits[column]].filter(Boolean)]);
    }
  });

  it('is never sent with another country’s plus, and accepted only for the number it is read as', async () => {
    const { intakeOf, capture, share, paid, mock } = leadWorld({ phoneGrammar });
    const intake = intakeOf();
    for (const [row, { text, digits, isSent }] of TABLE.entries()) {
      if (text === '') continue; // a lead without a phone is the caller's mistake
      // On the form is the number that any service could take this one for.
      const guess = digits.find((each) => each !== undefined) ?? '2125550147';
      const cdrId = capture({ fields: [{ name: 'phone', type: 'tel', value: guess }] });
      const [before, lead] = [mock.requests().length, `L-${row}`];
      const decision = await intake.take(leadOf(lead, await share(cdrId), text));
      const isTaken = isSent && digits[column] !== undefined;
      expect([text, decision.decision]).toEqual([text, isTaken ? 'accept' : 'refuse']);
      expect([text, paid().includes(cdrId)]).toEqual([text, isTaken]);
      const sent = mock
        .requests()
        .slice(before)
        .map(({ operation }) => operation);
      expect([text, sent.includes('shares.receive')]).toEqual([text, isSent]);
      if (!isSent) expect(decision).toMatchObject({ reasons: [{ code: 'PHONE_INVALID' }] });
    }
  });
});

it.each(TABLE)(
  'shares.receive sends no hopeless phone, and every other one: $text',
  async (row) => {
    const { text, isSent } = row;
    const fetch = playing(ok(received));
    const acceptance = { schemaVersion: 1, leadMatch: { phone: text } } as const;
    const sent = clientWith(fetch).shares.receive('tok_1', { acceptance });
    if (isSent) await sent;
    else
      expect(await failureOf(sent)).toMatchObject({
        name: 'InvalidInputError',
        issues: [{ path: 'leadMatch.phone' }],
      });
    expect(fetch.seen).toHaveLength(isSent ? 1 : 0);
  },
);

it('the same lead with another number is another phone, in whatever spelling the guess was', async () => {
  const { intakeOf, capture, share } = leadWorld();
  const intake = intakeOf();
  const shareUrl = await share(capture());
  expect(await intake.take(leadOf('L', shareUrl, '+65 6123 4567'))).toMatchObject({
    decision: 'refuse',
  });
  const other = await failureOf(intake.take(leadOf('L', shareUrl, '(656) 123-4567')));
  expect(other).toMatchObject({ name: 'InvalidInputError', issues: [{ path: 'phone' }] });
});
