import { describe, expect, it } from 'vitest';
import { everyRecordRules } from '../../src/calibrate/statements/every-record.ts';
import { answered, failure, statementIn, success } from './support/crafted-run.ts';

type Seen = true | string | undefined;

const seeIn = (begin: string, data: object): Seen =>
  statementIn(everyRecordRules, begin).see({
    ask: { as: 'sender', method: 'GET', path: '/v1/domains' },
    answer: answered(success(data)),
  });

const text = (length: number): string => 'x'.repeat(length);
const details = (disclosures: object[], userSubmitted: unknown = true) => ({
  detectedDisclosureDetails: { userSubmitted, disclosures },
});
const disclosure = (members: object = {}) => ({
  text: 'I agree',
  checkboxDetected: false,
  ...members,
});
const auto = (autoMetadata: unknown) => ({ autoMetadata });
const phones = (...each: unknown[]) => auto({ phones: each });
const filed = (domain: unknown, domainId: unknown) => ({ domain, domainId });
const many = (count: number, value: unknown = 'x') => Array.from({ length: count }, () => value);

const FILED = 'A record is filed';
const DEV = 'devMode is there';
const COLLECTED = 'A collected entry';
const BOX = 'checkboxAffirmed is there';
const MECHANISM = 'consentMechanism is';

describe.each<[begin: string, seen: Seen, record: object]>([
  [FILED, true, filed('www.Shop.example', 'shop.example')],
  [FILED, true, filed('shop.example', 'shop.example')],
  [FILED, 'another part of the host', filed('www.shop.example', 'www.shop.example')],
  [FILED, undefined, filed('localhost', 'x')],
  [FILED, undefined, filed('127.0.0.1', 'x')],
  [FILED, undefined, filed('[::1].1', 'x')],
  [FILED, 'another part of the host', filed('a1.1', 'x')],
  [FILED, undefined, filed(1, 'x')],
  [FILED, undefined, filed('shop.example', undefined)],
  ['An absent field', true, { devMode: true }],
  ['An absent field', '{ devMode: null }', { devMode: null }],
  ...['guest', 'packageId', 'downloadUrl', 'sessionId', 'subGroupIds'].map(
    (name): [string, Seen, object] => [
      'An absent field',
      `{ ${name}: boolean }`,
      { [name]: false },
    ],
  ),
  ['pdf and invalidated', true, {}],
  ...['pdfShareId', 'pdfCreatedAt', 'invalidated', 'invalidatedAt', 'invalidatedReason'].map(
    (name): [string, Seen, object] => ['pdf and invalidated', `{ ${name}: number }`, { [name]: 1 }],
  ),
  [DEV, undefined, { collected: false }],
  [DEV, true, { devMode: true, collected: false }],
  ...[
    { devMode: false, collected: false },
    { devMode: true, collected: true },
    { devMode: true, collected: false, downloadUrl: 'x' },
  ].map((record): [string, Seen, object] => [
    DEV,
    'a Dev Mode record that is collected, or has a downloadUrl',
    record,
  ]),
  [COLLECTED, true, { collected: true, downloadUrl: 'x' }],
  [COLLECTED, 'none on a collected one', { collected: true }],
  [COLLECTED, 'one on a record that is not collected', { collected: false, downloadUrl: 'x' }],
  [COLLECTED, undefined, { collected: false }],
  ['userSubmitted', true, details([])],
  ['userSubmitted', '{ u: boolean }', details([], false)],
  ['userSubmitted', '{ u: string }', details([], 'true')],
  ['userSubmitted', undefined, {}],
  [
    BOX,
    true,
    details([disclosure(), disclosure({ checkboxDetected: true, checkboxAffirmed: false })]),
  ],
  [
    BOX,
    'one where it is not, or none where it is',
    details([disclosure(), disclosure({ checkboxAffirmed: false })]),
  ],
  [
    BOX,
    'one where it is not, or none where it is',
    details([disclosure({ checkboxDetected: true })]),
  ],
  [BOX, undefined, {}],
  [
    MECHANISM,
    true,
    details(
      ['checkbox', 'button_submission', 'none_detected'].map((consentMechanism) =>
        disclosure({ consentMechanism }),
      ),
    ),
  ],
  [
    MECHANISM,
    'another mechanism',
    details([
      disclosure({ consentMechanism: 'checkbox' }),
      disclosure({ consentMechanism: 'nod' }),
    ]),
  ],
  [MECHANISM, undefined, details([disclosure()])],
  [MECHANISM, undefined, {}],
  ['phones are in', true, phones('+12125550147', '+13055550112')],
  ['phones are in', 'another form', phones('+12125550147', '2125550147')],
  ['phones are in', 'another form', phones('+121255501471')],
  ['phones are in', 'another form', phones('x+12125550147')],
  ['phones are in', undefined, phones()],
  ['phones are in', undefined, {}],
  ['phones are sorted', true, phones('1', '2')],
  ['phones are sorted', 'another order', phones('2', '1')],
  ['phones are sorted', undefined, phones('2')],
  ['phones are sorted', undefined, {}],
  ['At most 50 disclosures', true, details(many(50, disclosure()) as object[])],
  ['At most 50 disclosures', '51 disclosures', details(many(51, disclosure()) as object[])],
  ['At most 50 disclosures', undefined, {}],
  ['A disclosure text is cut', true, details([disclosure(), disclosure({ text: text(5000) })])],
  [
    'A disclosure text is cut',
    '5001 characters',
    details([disclosure(), disclosure({ text: text(5001) })]),
  ],
  ['A disclosure text is cut', undefined, details([])],
  ['A disclosure text is cut', undefined, {}],
  ['autoMetadata is at most', true, auto({ a: text(3992) })],
  ['autoMetadata is at most', '4001 characters', auto({ a: text(3993) })],
  ['autoMetadata is at most', undefined, {}],
  ['At most 10 phones', true, phones(...many(10))],
  ['At most 10 phones', '11 in place of 10', phones(...many(11))],
  ['At most 10 phones', undefined, auto({ phones: 11 })],
  ['At most 5 names', true, auto({ firstNames: many(5), lastNames: many(5) })],
  ['At most 5 names', '6 in place of 5', auto({ firstNames: many(6), lastNames: many(5) })],
  ['At most 5 names', '6 in place of 5', auto({ lastNames: many(6) })],
  ['pageTitle is cut', true, auto({ pageTitle: text(200) })],
  ['pageTitle is cut', '201 in place of 200', auto({ pageTitle: text(201) })],
  ['pageTitle is cut', undefined, {}],
  ['formAction is cut', true, auto({ formAction: text(500) })],
  ['formAction is cut', '501 in place of 500', auto({ formAction: text(501) })],
  ['Values from the URL', true, auto({ utmSource: text(200) })],
  ...[
    'utmSource',
    'utmMedium',
    'utmCampaign',
    'utmTerm',
    'utmContent',
    'gclid',
    'fbclid',
    'msclkid',
  ].map((name): [string, Seen, object] => [
    'Values from the URL',
    '201 in place of 200',
    auto({ [name]: text(201) }),
  ]),
])('that %s', (begin, seen, record) => {
  it(`sees ${String(seen)} in a record, an entry, and an entry after one that shows nothing`, () => {
    expect(seeIn(begin, { cdr: record })).toBe(seen);
    expect(seeIn(begin, { cdrs: [record] })).toBe(seen);
    expect(seeIn(begin, { cdrs: ['none', record] })).toBe(seen);
  });
});

describe('a response with several records', () => {
  it('shows the first difference, wherever it stands', () => {
    const [fits, odd] = [phones('+12125550147'), phones('x')];
    expect(seeIn('phones are in', { cdrs: [{}, fits] })).toBe(true);
    expect(seeIn('phones are in', { cdrs: [fits, odd] })).toBe('another form');
    expect(seeIn('phones are in', { cdr: odd, cdrs: [fits] })).toBe('another form');
    expect(seeIn('phones are in', { cdr: fits, cdrs: [odd] })).toBe('another form');
    expect(seeIn('phones are in', {})).toBeUndefined();
  });

  it('shows nothing if it is a failure', () => {
    for (const { see } of everyRecordRules) {
      const ask = { as: 'sender', method: 'GET', path: '/v1/domains' } as const;
      expect(see({ ask, answer: answered(failure(404, 'NOT_FOUND')) })).toBeUndefined();
    }
  });
});

describe('what a list entry leaves out', () => {
  const begin = 'A list entry leaves out';
  it.each([
    ...['organizationName', 'capturedAt', 'guest', 'producerOrgId', 'pageUrl', 'clientTimezone'],
    ...['timeOnPageMs', 'signerTelemetry', 'detectedDisclosureDetails'],
  ])('%s', (name) => {
    expect(seeIn(begin, { cdrs: [{}, { [name]: 1 }] })).toBe(`an entry with ${name}`);
    expect(seeIn(begin, { cdrs: [{ cdrId: 1 }] })).toBe(true);
    expect(seeIn(begin, { cdr: { [name]: 1 } })).toBeUndefined();
  });
});
