import { describe, expect, it } from 'vitest';
import { memoryLedger } from '../../src/intake/index.ts';
import { leadOf, leadWorld } from './support/lead-world.ts';

const NO_SHARES = [
  ...['', ' ', '\u200b', 'undefined', 'null', 'NULL', 'None', 'NaN', '0', '-', '\u2014'],
  ...['{{consent_url}}', '{consent_url}', '%%URL%%', '%URL%', '${url}', '#{url}', '<share_url>'],
  ...['[consent_url]', '*|URL|*', '[object Object]', ' {{ consent_url }} '],
  ...['undefined', 'null', '{{token}}', '[object Object]', '0', '-', '${token}'].flatMap((text) => [
    `/v1/shares/${text}`,
    `https://api.example.com/v1/shares/${encodeURIComponent(text)}`,
  ]),
];

describe('a text in place of a share', () => {
  it.each(NO_SHARES)('%j is refused, owns nothing, and sends nothing', async (shareUrl) => {
    const { intakeOf, mock } = leadWorld();
    const intake = intakeOf(memoryLedger());
    for (const leadId of ['L-1', 'L-2']) {
      expect(await intake.take(leadOf(leadId, shareUrl))).toMatchObject({
        decision: 'refuse',
        reasons: [
          { code: 'SHARE_URL_INVALID', sellerMessage: 'The lead came without a share link.' },
        ],
      });
    }
    expect(mock.requests()).toEqual([]);
  });

  it('is refused where the client cannot tell, without its base URL', async () => {
    const { intakeOf, clientOf } = leadWorld();
    const client = clientOf({ baseUrl: undefined });
    Object.assign(client.shares, { tokenOf: () => Promise.reject(new TypeError('broken')) });
    const intake = intakeOf(memoryLedger(), { client });
    expect(await intake.take(leadOf('L-1', '{{consent_url}}'))).toMatchObject({
      decision: 'refuse',
      reasons: [{ code: 'SHARE_URL_INVALID' }],
    });
  });

  it.each([
    'https://app.consent-evidence.example/claim/tok_1',
    'https://api.example.com/claim/tok_1/',
    '/claim/tok_1?utm=1',
  ])('%s, a page of the dashboard, is refused with what to send instead', async (shareUrl) => {
    const { intakeOf, mock } = leadWorld();
    const decision = await intakeOf().take(leadOf('L-1', shareUrl));
    expect(decision).toMatchObject({
      decision: 'refuse',
      reasons: [
        {
          code: 'SHARE_URL_INVALID',
          sellerMessage: expect.stringContaining('send the share link instead') as string,
        },
      ],
    });
    expect(mock.requests()).toEqual([]);
  });
});

describe('a token that the service does not know', () => {
  it('is given up, so that cut links are not duplicates of the first', async () => {
    const { intakeOf } = leadWorld();
    const intake = intakeOf(memoryLedger());
    for (const leadId of ['L-1', 'L-2', 'L-3']) {
      expect(await intake.take(leadOf(leadId, '/v1/shares/tok'))).toMatchObject({
        decision: 'refuse',
        reasons: [{ code: 'NOT_FOUND' }],
      });
    }
  });

  it('stays with its lead after a receive that may have been paid for', async () => {
    const { intakeOf, mock, capture, share } = leadWorld();
    const intake = intakeOf(memoryLedger());
    const link = await share(capture());
    mock.addFault({ operation: 'shares.receive', status: 500 });
    expect(await intake.take(leadOf('L-1', link))).toMatchObject({ decision: 'hold' });
    mock.addFault({ operation: 'shares.receive', code: 'NOT_FOUND' });
    await mock.clock.advance({ hours: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'hold', code: 'PAID_UNKNOWN' }]);
    expect(await intake.take(leadOf('L-2', link))).toMatchObject({
      firstLead: { source: '', leadId: 'L-1' },
    });
  });
});
