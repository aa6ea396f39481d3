import { expect, it } from 'vitest';
import type { CaptureInput } from '../../mock/capture/capture-input.ts';
import { eachDoor, type Open } from './support/each-door.ts';
import { sharedBy } from './support/parties.ts';

const PHONE = '(212) 555-0147';

/** Returns the code with which a lead's number is refused; `undefined` if it matches. */
async function refusalOf(open: Open, page: Partial<CaptureInput>, phone: string) {
  const world = await open();
  const { buyer, token } = await sharedBy(world, page);
  const acceptance = { schemaVersion: 1, leadMatch: { phone } };
  const { json } = await world.receive(buyer, token, { acceptance });
  if (json?.ok !== false) return undefined;
  const { code, details } = json.error;
  if (code !== 'CDR_ACCEPTANCE_FAILED') return code;
  const [failure, ...others] = (details as { failures: Record<string, string>[] }).failures;
  expect(others).toEqual([]);
  expect(failure?.['ruleId']).toBe('leadMatch.phone');
  return `${failure?.['status']} ${failure?.['code']}`;
}

const NO_DATA = 'unavailable LEAD_PHONE_MATCH_UNAVAILABLE';
const NO_MATCH = 'failed LEAD_PHONE_NOT_MATCHED';

const inField = (field: Partial<NonNullable<CaptureInput['fields']>[number]>) => ({
  fields: [{ name: 'p_1', value: PHONE, ...field }],
});

const SOURCES: readonly [
  where: string,
  page: Partial<CaptureInput>,
  refusal: string | undefined,
][] = [
  ['a tel field', inField({ type: 'tel' }), undefined],
  ['a field with a phone autocomplete hint', inField({ autocomplete: 'tel-national' }), undefined],
  ['a field named phone', inField({ name: 'lead[phoneNumber]' }), undefined],
  ['an unlabelled field', inField({}), NO_DATA],
  ['page text', { pageText: `Call ${PHONE}` }, NO_DATA],
  ['a disclosure', { disclosures: [{ text: `Call ${PHONE}` }] }, NO_DATA],
  ['a phone field that holds no number', inField({ type: 'tel', value: '555' }), NO_DATA],
  [
    'no phone field, another number in one',
    inField({ type: 'tel', value: '3105550100' }),
    NO_MATCH,
  ],
];

const WRITINGS = [
  '2125550147',
  '12125550147',
  '+1 (212) 555-0147',
  '212.555.0147',
  '212\u2011555\u20110147',
  '\u202a+1\u00a0212 555 0147\u202c',
  '212/555-0147',
  'tel:+1-212-555-0147',
  '212_555_0147',
  '212\u00b7555\u00b70147',
  '"212-555-0147"',
];

const NOT_NORTH_AMERICAN = [
  '555-0147',
  '22125550147',
  '0012125550147',
  '+44 20 7946 0958',
  '212-555-0147 x12',
  '212-555-HOME',
  'Phone: 212-555-0147',
  '\uff12\uff11\uff12\uff15\uff15\uff15\uff10\uff11\uff14\uff17',
  '+',
];

eachDoor((open) => {
  it.each(SOURCES)('2.7: a number in %s', async (_, page, refusal) => {
    expect(await refusalOf(open, page, PHONE)).toBe(refusal);
  });

  it('2.7: a number of page text does not match beside a phone field with another one', async () => {
    const page = { ...inField({ type: 'tel', value: '310-555-0100' }), pageText: `Call ${PHONE}` };
    expect(await refusalOf(open, page, PHONE)).toBe(NO_MATCH);
    expect(await refusalOf(open, page, '3105550100')).toBeUndefined();
  });

  it.each(WRITINGS)('2.7: the number may be written %j', async (phone) => {
    expect(await refusalOf(open, inField({ type: 'tel' }), phone)).toBeUndefined();
  });

  it.each(NOT_NORTH_AMERICAN)(
    '2.7: %j does not normalise: 400 without details.issues',
    async (phone) => {
      const world = await open();
      const { buyer, token } = await sharedBy(world, inField({ type: 'tel' }));
      const acceptance = { schemaVersion: 1, leadMatch: { phone } };
      const reply = await world.receive(buyer, token, { acceptance });
      expect(reply).toMatchObject({ status: 400, code: 'INVALID_ARGUMENT' });
      expect(reply.error).not.toHaveProperty('details');
      expect(reply.text).not.toContain(phone);
    },
  );

  it.each(['', '1'.repeat(41)])(
    '2.7: a phone of a wrong length is 400 with details.issues: %j',
    async (phone) => {
      const world = await open();
      const { buyer, token } = await sharedBy(world);
      const acceptance = { schemaVersion: 1, leadMatch: { phone } };
      const { code, error } = await world.receive(buyer, token, { acceptance });
      expect(code).toBe('INVALID_ARGUMENT');
      expect(error.details).toMatchObject({ issues: [{ path: 'leadMatch.phone' }] });
    },
  );

  it('2.7: the number that was sent is stored nowhere', async () => {
    const world = await open();
    const { buyer, token } = await sharedBy(world);
    const acceptance = { schemaVersion: 1, leadMatch: { phone: '646-555-0188' } };
    await world.receive(buyer, token, { acceptance });
    expect(JSON.stringify(world.mock.snapshot())).not.toMatch(/646-?555-?0188/);
  });
});
