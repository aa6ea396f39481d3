import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.ts';
import { LedgerError, memoryLedger } from '../../src/intake/index.ts';
import { changed, criteria, leadOf, leadWorld, OTHER_PHONE, PHONE } from './support/lead-world.ts';

describe('take', () => {
  it('accepts a lead whose record meets the criteria, and pays once', async () => {
    const { intakeOf, capture, share, paid } = leadWorld();
    const cdrId = capture();
    const lead = leadOf('L-1', await share(cdrId));
    const intake = intakeOf();
    expect(await intake.take(lead)).toMatchObject({ decision: 'accept', leadId: 'L-1', cdrId });
    expect(await intake.take(lead)).toMatchObject({ decision: 'accept', cdrId });
    expect(paid()).toEqual([cdrId]);
  });

  it('takes one link for one lead, whatever became of the first', async () => {
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const shareUrl = await share(capture());
    const intake = intakeOf();
    expect(await intake.take(leadOf('L-1', shareUrl, OTHER_PHONE))).toMatchObject({
      decision: 'refuse',
      reasons: [{ code: 'LEAD_PHONE_NOT_MATCHED' }],
    });
    const before = mock.requests().length;
    for (const leadId of ['L-2', 'L-3']) {
      expect(await intake.take(leadOf(leadId, shareUrl))).toMatchObject({
        decision: 'duplicate',
        firstLead: { source: '', leadId: 'L-1' },
      });
    }
    expect(mock.requests()).toHaveLength(before);
    expect(paid()).toEqual([]);
  });

  it('takes one record for one lead, also through a second token', async () => {
    const { intakeOf, capture, share, paid } = leadWorld();
    const cdrId = capture();
    const intake = intakeOf();
    await intake.take(leadOf('L-1', await share(cdrId)));
    expect(await intake.take(leadOf('L-2', await share(cdrId)))).toMatchObject({
      decision: 'duplicate',
      firstLead: { source: '', leadId: 'L-1' },
      cdrId,
    });
    expect(paid()).toEqual([cdrId]);
  });

  it('calls what was received outside this ledger a duplicate without a first lead', async () => {
    const { intakeOf, clientOf, capture, share } = leadWorld();
    const cdrId = capture();
    const shareUrl = await share(cdrId);
    await clientOf().shares.receive(shareUrl);
    const decision = await intakeOf().take(leadOf('L-1', shareUrl));
    expect(decision).toMatchObject({ decision: 'duplicate', cdrId });
    expect(decision).not.toHaveProperty('firstLead');
  });

  it.each(['+1 212 555 0147', '2125550147', 'tel:212.555.0147', '２１２ ５５５ ０１４７'])(
    'knows the phone of a decided lead as %s',
    async (phone) => {
      const { intakeOf, capture, share } = leadWorld();
      const shareUrl = await share(capture());
      const intake = intakeOf();
      await intake.take(leadOf('L-1', shareUrl));
      expect(await intake.take(leadOf('L-1', shareUrl, phone))).toMatchObject({
        decision: 'accept',
      });
    },
  );

  it('refuses a lead that was taken with another share or phone, and changes nothing', async () => {
    const { intakeOf, capture, share } = leadWorld();
    const shareUrl = await share(capture());
    const intake = intakeOf();
    const decided = await intake.take(leadOf('L-1', shareUrl));
    const other = await share(capture());
    const wrong = [leadOf('L-1', shareUrl, OTHER_PHONE), leadOf('L-1', other)];
    const paths = [];
    for (const lead of wrong) {
      const error = await intake.take(lead).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(InvalidInputError);
      paths.push((error as InvalidInputError).issues[0]?.path);
    }
    expect(paths).toEqual(['phone', 'shareUrl']);
    expect(await intake.get('L-1')).toEqual({ ...decided, replayed: true });
  });

  it('takes in what the refusal of an expired link, and of its correction, ask for', async () => {
    const { intakeOf, seller, capture, share, mock } = leadWorld();
    const cdrId = capture();
    const { shareUrl } = await seller.cdrs.share(cdrId, { expiresIn: { hours: 1 } });
    await mock.clock.advance({ hours: 2 });
    const intake = intakeOf();
    expect(await intake.take(leadOf('L-1', shareUrl))).toMatchObject({
      reasons: [{ sellerMessage: expect.stringContaining('a new lead with a new link') }],
    });
    const corrected = await share(cdrId);
    await expect(intake.take(leadOf('L-1', corrected))).rejects.toThrow(/under a new leadId$/);
    expect(await intake.take(leadOf('L-2', corrected))).toMatchObject({
      decision: 'accept',
      cdrId,
    });
  });

  it.each([
    ['N/A', 'SHARE_URL_INVALID'],
    ['javascript:alert(1)', 'SHARE_URL_INVALID'],
    ['', 'SHARE_URL_INVALID'],
  ])('refuses the share %j of a lead, and holds it against no other lead', async (share, code) => {
    const { intakeOf, mock } = leadWorld();
    const intake = intakeOf();
    for (const leadId of ['L-1', 'L-2']) {
      expect(await intake.take(leadOf(leadId, share))).toMatchObject({
        decision: 'refuse',
        reasons: [{ code }],
      });
    }
    expect(mock.requests()).toEqual([]);
  });

  it('matches the lead’s own phone, whichever the criteria name', async () => {
    const { intakeOf, capture, share, paid } = leadWorld();
    const leadMatch = { phone: PHONE };
    const intake = intakeOf(memoryLedger(), { criteria: () => ({ ...criteria, leadMatch }) });
    const stranger = leadOf('L-1', await share(capture()), OTHER_PHONE);
    expect(await intake.take(stranger)).toMatchObject({
      decision: 'refuse',
      reasons: [{ code: 'LEAD_PHONE_NOT_MATCHED' }],
    });
    expect(paid()).toEqual([]);
  });

  it('gives a link to the lead that brought it first, although its phone cannot be read', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const shareUrl = await share(capture());
    const intake = intakeOf();
    expect(await intake.take(leadOf('L-1', shareUrl, '555-0147'))).toMatchObject({
      decision: 'refuse',
    });
    const before = mock.requests().length;
    expect(await intake.take(leadOf('L-2', shareUrl))).toMatchObject({
      decision: 'duplicate',
      firstLead: { source: '', leadId: 'L-1' },
    });
    expect(mock.requests()).toHaveLength(before);
  });

  it('refuses a phone that is invalid under every reading, without a request', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const lead = leadOf('L-1', await share(capture()), '555-0147');
    const before = mock.requests().length;
    expect(await intakeOf().take(lead)).toMatchObject({
      decision: 'refuse',
      reasons: [{ code: 'PHONE_INVALID' }],
    });
    expect(mock.requests()).toHaveLength(before);
  });

  it.each(['2125550147\ud83d', '\udc00(212) 555-0147', '212-555-0147 x\ud800'])(
    'decides a lead whose phone was cut within a character: %j',
    async (phone) => {
      const { intakeOf, capture, share } = leadWorld();
      const lead = leadOf('L-1', await share(capture()), phone);
      expect(await intakeOf().take(lead)).toMatchObject({ decision: 'refuse' });
    },
  );

  it.each([
    ['', 'leadId'],
    ['L'.repeat(201), 'leadId'],
    ['L\u0000', 'leadId'],
  ])('throws for the lead id %j and keeps nothing', async (leadId, path) => {
    const { intakeOf, capture, share, paid } = leadWorld();
    const error = await intakeOf()
      .take(leadOf(leadId, await share(capture())))
      .catch((caught: unknown) => caught);
    expect((error as InvalidInputError).issues[0]?.path).toBe(path);
    expect(paid()).toEqual([]);
  });

  it('takes one link for one lead, with or without white space around it', async () => {
    const { intakeOf, capture, share, paid } = leadWorld();
    const link = await share(capture());
    const token = link.split('/').at(-1) ?? '';
    const texts = [link, token].flatMap((each) =>
      [' ', '\n', '\r\n', '\t', '\u00a0', '\ufeff'].flatMap((s) => [`${s}${each}`, `${each}${s}`]),
    );
    const intake = intakeOf();
    for (const text of [...texts, link]) {
      expect(await intake.take(leadOf('L-1', text))).toMatchObject({ decision: 'accept' });
      expect(await intake.take(leadOf('L-2', text))).toMatchObject({ decision: 'duplicate' });
    }
    expect(paid()).toHaveLength(1);
  });

  it('keeps a lead on an unknown origin, and continues once the origin is known', async () => {
    const { intakeOf, clientOf, capture, share, mock } = leadWorld();
    const cdrId = capture();
    const shareUrl = new URL(await share(cdrId));
    const ledger = memoryLedger();
    const foreign = `https://links.gateway.example${shareUrl.pathname}`;
    const decision = await intakeOf(ledger).take(leadOf('L-1', `${foreign}%20`));
    expect(decision).toMatchObject({ decision: 'fix', scope: 'lead' });
    const again = await intakeOf(ledger).take(leadOf('L-2', foreign));
    expect(again).toMatchObject({
      decision: 'duplicate',
      firstLead: { source: '', leadId: 'L-1' },
    });
    await mock.clock.advance({ minutes: 1 });
    const client = clientOf({ shareOrigins: ['https://links.gateway.example'] });
    const [resumed] = await intakeOf(ledger, { client }).resume();
    expect(resumed).toMatchObject({ decision: 'accept', cdrId });
  });

  it('sends nothing where the ledger fails before the intent is durable', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const lead = leadOf('L-1', await share(capture()));
    const before = mock.requests().length;
    const ledger = Object.assign(memoryLedger(), {
      add: () => Promise.reject(new Error('the disk is full')),
    });
    await expect(intakeOf(ledger).take(lead)).rejects.toBeInstanceOf(LedgerError);
    expect(mock.requests()).toHaveLength(before);
  });

  it.each(['resume', 'take'] as const)(
    'leaves a lead that was saved, but whose ledger gave no answer, to %s',
    async (goOn) => {
      const { intakeOf, capture, share, mock, paid } = leadWorld();
      const cdrId = capture();
      const lead = leadOf('L-1', await share(cdrId));
      const ledger = memoryLedger();
      const mute = Object.assign(memoryLedger(), {
        add: async (entry: Parameters<typeof ledger.add>[0]) => {
          await ledger.add(entry);
          throw new Error('the connection was lost');
        },
      });
      const error: unknown = await intakeOf(mute)
        .take(lead)
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(LedgerError);
      expect(String(error)).toContain('may or may not have been saved');
      expect(paid()).toEqual([]);
      await mock.clock.advance({ minutes: 2 });
      const intake = intakeOf(ledger);
      const [decision] = goOn === 'resume' ? await intake.resume() : [await intake.take(lead)];
      expect(decision).toMatchObject({ decision: 'accept', cdrId });
      expect(paid()).toEqual([cdrId]);
    },
  );

  it('finds the truth after a ledger that failed when the record was paid for', async () => {
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const cdrId = capture();
    const lead = leadOf('L-1', await share(cdrId));
    const ledger = memoryLedger();
    const failing = changed(ledger, {
      save: () => Promise.reject(new Error('the connection is gone')),
    });
    const told: string[] = [];
    const intake = intakeOf(failing, { onError: (_, { leadId }) => told.push(leadId) });
    expect(await intake.take(lead)).toMatchObject({ decision: 'hold', code: 'LEDGER_FAILED' });
    expect(told).toEqual(['L-1']);
    expect(await intakeOf(ledger).take(lead)).toMatchObject({ decision: 'hold', code: 'IN_HAND' });
    await mock.clock.advance({ minutes: 1 });
    expect(await intakeOf(ledger).take(lead)).toMatchObject({ decision: 'accept', cdrId });
    expect(paid()).toEqual([cdrId]);
  });

  it('erases what came in with the lead, and keeps what says how it was decided', async () => {
    const { intakeOf, capture, share } = leadWorld();
    const ledger = memoryLedger();
    const shareUrl = await share(capture());
    await intakeOf(ledger).take(leadOf('L-1', shareUrl));
    const entry = await ledger.get({ source: '', leadId: 'L-1' });
    expect(entry).toMatchObject({
      state: 'accept',
      material: null,
      requestIds: [expect.any(String)],
    });
    const text = JSON.stringify(entry);
    expect(text).not.toContain(shareUrl.split('/').at(-1));
    expect(text.replace(/\D/g, '')).not.toContain('2125550147');
  });
});
