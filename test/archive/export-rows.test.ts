import { describe, expect, it } from 'vitest';
import { EXPORT_COLUMNS, exportRow } from '../../src/archive/export/export-columns.ts';
import {
  type SchemaElement,
  TABLE_COLUMNS,
  TABLE_SCHEMA,
  tableRow,
} from '../../src/archive/export/parquet-columns.ts';
import type { RecordLine } from '../../src/archive/manifest-line.ts';
import type { Cdr } from '../../src/index.ts';

const NOON = Date.UTC(2026, 0, 5, 12);

const line = {
  ...{ cdrId: 'cdr_1', domainId: 'acme.example', createdAt: NOON, previous: '0'.repeat(64) },
  record: { path: 'r.json', bytes: 10, sha256: 'aa', contentType: 'application/json' },
  image: { path: 'i.png', bytes: 20, sha256: 'bb', contentType: 'image/png' },
  ...{ fetchedAt: NOON + 2000, requestId: 'req_1' },
} satisfies RecordLine;

const whole = {
  ...{ cdrId: 'cdr_1', domainId: 'acme.example', domain: 'acme.example', createdAt: NOON },
  ...{ capturedAt: NOON + 1000, organizationName: 'Acme Solar', guest: true, producerOrgId: 'org' },
  ...{ sessionId: 'ses', packageId: 'pkg', pageUrl: 'https://acme.example/', timeOnPageMs: 31.5 },
  clientTimezone: 'America/New_York',
  signerTelemetry: {
    ...{ ip: '203.0.113.9', userAgent: 'Mozilla/5.0' },
    geo: { countryCode: 'US', region: 'CA', city: 'Fresno' },
  },
  autoMetadata: {
    ...{ pageTitle: 'A quote', phones: ['+14155550123'], firstNames: ['Ada'] },
    lastNames: ['Lovelace'],
  },
  detectedDisclosureDetails: {
    disclosures: [
      {
        key: 'tcpa',
        text: 'You may call me.',
        consentMechanism: 'checkbox',
        checkboxAffirmed: true,
      },
      { key: 'terms', text: 'I agree.' },
    ],
  },
  disclosures: [{ language: 'You may call me.', agreed: true }, { language: 'And text me.' }],
  customMetadata: { lead: '1' },
};

const cdrOf = (members: object = {}) => ({ ...whole, ...members }) as unknown as Cdr;

/** What a record without any of its optional members has in its row. */
const bare = cdrOf({
  ...{ guest: undefined, producerOrgId: undefined, signerTelemetry: undefined },
  ...{ autoMetadata: undefined, detectedDisclosureDetails: undefined, disclosures: undefined },
  ...{ customMetadata: undefined, timeOnPageMs: undefined },
});

describe('the row of a record', () => {
  it('has each member in its column', () => {
    expect(exportRow(cdrOf(), line)).toEqual({
      ...{ cdrId: 'cdr_1', domainId: 'acme.example', domain: 'acme.example' },
      ...{ createdAt: '2026-01-05T12:00:00.000Z', capturedAt: '2026-01-05T12:00:01.000Z' },
      ...{ organizationName: 'Acme Solar', guest: true, producerOrgId: 'org', sessionId: 'ses' },
      ...{ packageId: 'pkg', pageUrl: 'https://acme.example/', pageTitle: 'A quote' },
      ...{ clientTimezone: 'America/New_York', timeOnPageMs: 31.5, ip: '203.0.113.9' },
      ...{ userAgent: 'Mozilla/5.0', countryCode: 'US', region: 'CA', city: 'Fresno' },
      ...{ phones: ['+14155550123'], firstNames: ['Ada'], lastNames: ['Lovelace'] },
      ...{ submissionDetected: true, disclosureTexts: ['You may call me.', 'I agree.'] },
      ...{ consentMechanisms: ['checkbox', ''], checkboxesAffirmed: ['true', ''] },
      declaredTexts: ['You may call me.', 'And text me.'],
      ...{ declaredAgreed: ['true', ''], customMetadata: '{"lead":"1"}' },
      ...{ fetchedAt: '2026-01-05T12:00:02.000Z', requestId: 'req_1', recordPath: 'r.json' },
      ...{ recordSha256: 'aa', imagePath: 'i.png', imageBytes: 20, imageSha256: 'bb' },
    });
  });

  it('has null for what is not in it', () => {
    const { image: _, requestId: __, ...rest } = line;
    const row = exportRow(bare, { ...rest, image: null });
    expect(Object.keys(row)).toEqual(EXPORT_COLUMNS);
    expect(row).toMatchObject({
      ...{ guest: false, submissionDetected: false, producerOrgId: null, ip: null, city: null },
      ...{ pageTitle: null, phones: null, disclosureTexts: null, consentMechanisms: null },
      ...{ declaredTexts: null, declaredAgreed: null, customMetadata: null, requestId: null },
      ...{ imagePath: null, imageBytes: null, imageSha256: null, timeOnPageMs: null },
    });
  });

  it.each([undefined, null, '2026-01-05', Number.NaN, 8.65e15])(
    'has no instant for %j, which is none',
    (createdAt) => {
      expect(exportRow(cdrOf({ createdAt }), line).createdAt).toBeNull();
    },
  );

  it.each([
    ['no list', { text: 'alone', consentMechanism: 'checkbox' }, ['alone'], ['checkbox']],
    ['null', null, null, null],
    ['texts', ['a', 'b'], ['a', 'b'], ['a', 'b']],
    ['odd members', [{ text: 'a', consentMechanism: { x: 1 } }], ['a'], ['{"x":1}']],
  ])('has what disclosures are, as %s', (_, disclosures, texts, mechanisms) => {
    const row = exportRow(cdrOf({ detectedDisclosureDetails: { disclosures } }), line);
    expect([row.disclosureTexts, row.consentMechanisms]).toEqual([texts, mechanisms]);
  });
});

describe('the row of a table', () => {
  it('has instants, numbers and lists as such, and each disclosure whole', () => {
    const row = tableRow(cdrOf(), line);
    expect(Object.keys(row)).toEqual(TABLE_COLUMNS);
    expect(row).toMatchObject({
      ...{ createdAt: new Date(NOON), capturedAt: new Date(NOON + 1000), guest: true },
      ...{ timeOnPageMs: 31.5, imageBytes: 20n, phones: ['+14155550123'], undocumented: null },
      ...{ cdrId: 'cdr_1', checkboxesAffirmed: ['true', ''], fetchedAt: new Date(NOON + 2000) },
    });
    const none = { checkboxDetected: null };
    expect(row['disclosures']).toEqual([
      {
        ...{ ...none, key: 'tcpa', text: 'You may call me.', consentMechanism: 'checkbox' },
        checkboxAffirmed: true,
      },
      { ...none, key: 'terms', text: 'I agree.', consentMechanism: null, checkboxAffirmed: null },
    ]);
  });

  it.each([
    [
      [null, 'a', { b: 1 }, 7],
      [null, 'a', '{"b":1}', '7'],
    ],
    ['alone', ['alone']],
    [[], []],
  ])('has %j as a list of texts', (phones, cells) => {
    expect(tableRow(cdrOf({ autoMetadata: { phones } }), line)).toMatchObject({
      ...{ phones: cells, undocumented: null },
    });
  });

  it.each([
    ['guest', 'yes', '{"guest":"yes"}'],
    ['timeOnPageMs', '31', '{"timeOnPageMs":"31"}'],
  ])('has a %s that is no such value beside it: %j', (name, value, undocumented) => {
    expect(tableRow(cdrOf({ [name]: value }), line)).toMatchObject({ [name]: null, undocumented });
  });

  it('has a count beyond the whole numbers of a double beside it', () => {
    const image = { ...line.image, bytes: 2 ** 53 };
    expect(tableRow(cdrOf(), { ...line, image })).toMatchObject({
      ...{ imageBytes: null, undocumented: '{"imageBytes":9007199254740992}' },
    });
  });

  it.each([
    [null, null],
    [undefined, null],
    [[], []],
    ['a text', ['a text']],
    [[null], [null]],
    [[{ text: { a: 1 }, checkboxDetected: 'no' }], ['{"a":1}']],
  ])('has disclosures that are %j', (disclosures, texts) => {
    const row = tableRow(cdrOf({ detectedDisclosureDetails: { disclosures } }), line);
    const cells = row['disclosures'] as { text: unknown; checkboxDetected: unknown }[] | null;
    expect(cells?.map(({ text }) => text) ?? null).toEqual(texts);
    for (const { checkboxDetected } of cells ?? []) expect(checkboxDetected).toBeNull();
  });
});

it('the schema of a table is a tree of its columns, in their order', () => {
  const [root, ...elements] = TABLE_SCHEMA;
  let at = 0;
  const take = (): readonly [string, string, ...unknown[]] => {
    const {
      name,
      type,
      converted_type: as,
      num_children: inner = 0,
      repetition_type: times,
    } = elements[at++] ?? ({} as SchemaElement);
    const below = Array.from({ length: inner }, take);
    return [name ?? '', [type, as, times].filter(Boolean).join(' '), ...below];
  };
  const columns = Array.from({ length: root?.num_children ?? 0 }, take);
  expect(at).toBe(elements.length);
  expect(columns.map(([name]) => name)).toEqual(TABLE_COLUMNS);
  const typeOf = (name: string) => columns.find((each) => each[0] === name)?.slice(1);
  const text = 'BYTE_ARRAY UTF8 OPTIONAL';
  expect(typeOf('cdrId')).toEqual([text]);
  expect(typeOf('undocumented')).toEqual([text]);
  expect(typeOf('createdAt')).toEqual(['INT64 TIMESTAMP_MILLIS OPTIONAL']);
  expect(typeOf('guest')).toEqual(['BOOLEAN OPTIONAL']);
  expect(typeOf('timeOnPageMs')).toEqual(['DOUBLE OPTIONAL']);
  expect(typeOf('imageBytes')).toEqual(['INT64 OPTIONAL']);
  const listOf = (...element: unknown[]) => ['LIST OPTIONAL', ['list', 'REPEATED', element]];
  expect(typeOf('phones')).toEqual(listOf('element', text));
  expect(typeOf('disclosures')).toEqual(
    listOf(
      ...['element', 'OPTIONAL', ['key', text], ['text', text]],
      ...[
        ['checkboxDetected', 'BOOLEAN OPTIONAL'],
        ['checkboxAffirmed', 'BOOLEAN OPTIONAL'],
      ],
      ['consentMechanism', text],
    ),
  );
});
