import { expect, it } from 'vitest';
import type { CaptureInput, CheckboxState } from '../../mock/capture/capture-input.ts';
import { eachDoor, type Open } from './support/each-door.ts';
import { sharedBy } from './support/parties.ts';

type Failure = [ruleId: string, status: 'failed' | 'unavailable', code: string];

/** Returns the failures of criteria on a page, in order; none for an accepted record. */
async function failuresOf(
  open: Open,
  page: Partial<CaptureInput>,
  criteria: Record<string, unknown>,
  advanceMs = 0,
): Promise<Failure[]> {
  const world = await open();
  const { buyer, token } = await sharedBy(world, page);
  await world.mock.clock.advance(advanceMs);
  const acceptance = { schemaVersion: 1, ...criteria };
  const { status, json } = await world.receive(buyer, token, { acceptance });
  if (json?.ok === true) return [];
  expect(status).toBe(422);
  const details = json?.error.details as {
    outcome: string;
    failures: { ruleId: string; status: Failure[1]; code: string }[];
  };
  expect(details.outcome).toBe('rejected');
  for (const failure of details.failures) {
    expect(Object.keys(failure).sort()).toEqual(['code', 'ruleId', 'status']);
  }
  return details.failures.map(({ ruleId, status: each, code }) => [ruleId, each, code]);
}

const TEXT = 'Acme may call me about solar offers.';

function boxes(...states: (CheckboxState | null)[]): Partial<CaptureInput> {
  return {
    disclosures: states.map((state) => ({
      text: TEXT,
      ...(state !== null && { checkbox: state }),
    })),
  };
}

const rule = (ruleId: string, ...anyOf: string[]) => ({ ruleId, anyOf });
const fact = (name: string) => ({ disclosure: { [name]: true } });

const NO_FACTS: Partial<CaptureInput> = { ...boxes('checked'), submit: null };
const EVERY = { disclosure: { requireEveryDisclosureConsented: true } };
const EVERY_OR_BUTTON = {
  disclosure: { requireEveryDisclosureConsented: true, allowConsentBySubmission: true },
};

/** One judgement: its title, the page, the criteria, and the expected failures. */
type Case = readonly [
  title: string,
  page: Partial<CaptureInput>,
  criteria: Record<string, unknown>,
  failures: Failure[],
];

const unmet = (name: string, code: string, status: Failure[1] = 'failed'): Failure[] => [
  [`disclosure.${name}`, status, code],
];

const CASES: readonly Case[] = [
  ['2.7: the smallest criteria impose nothing', NO_FACTS, {}, []],
  ['2.7: an empty disclosure object imposes nothing', NO_FACTS, { disclosure: {} }, []],
  ['2.7: empty rule lists impose nothing', NO_FACTS, { disclosure: { requiredText: [] } }, []],
  ['2.7: false skips a check', NO_FACTS, { disclosure: { requirePresent: false } }, []],
  ['2.7: requirePresent passes one disclosure', boxes(null), fact('requirePresent'), []],
  [
    '7.1: requirePresent fails an empty list',
    {},
    fact('requirePresent'),
    unmet('requirePresent', 'DISCLOSURE_NOT_PRESENT'),
  ],
  ['2.7: requireUserSubmission passes a submission', {}, fact('requireUserSubmission'), []],
  [
    '7.1: without facts requireUserSubmission is failed, not unavailable',
    NO_FACTS,
    fact('requireUserSubmission'),
    unmet('requireUserSubmission', 'USER_SUBMISSION_NOT_DETECTED'),
  ],
  [
    '7.1: without facts requireAllCheckboxesAffirmed has its own code',
    NO_FACTS,
    fact('requireAllCheckboxesAffirmed'),
    unmet('requireAllCheckboxesAffirmed', 'CHECKBOX_AFFIRMATION_UNAVAILABLE', 'unavailable'),
  ],
  ...['requirePresent', 'requireCheckboxPresent', 'requireEveryDisclosureConsented'].map(
    (name): Case => [
      `7.1: without facts ${name} is unavailable`,
      NO_FACTS,
      fact(name),
      unmet(name, 'DISCLOSURE_DETAILS_UNAVAILABLE', 'unavailable'),
    ],
  ),
  [
    '7.1: without facts both kinds of text rule are unavailable, each by its ruleId',
    NO_FACTS,
    { disclosure: { requiredText: [rule('r', 'x')], forbiddenText: [rule('f', 'x')] } },
    [
      ['r', 'unavailable', 'DISCLOSURE_DETAILS_UNAVAILABLE'],
      ['f', 'unavailable', 'DISCLOSURE_DETAILS_UNAVAILABLE'],
    ],
  ],
  [
    '2.7: requireCheckboxPresent passes one readable box',
    boxes(null, 'unchecked'),
    fact('requireCheckboxPresent'),
    [],
  ],
  [
    '7.1: requireCheckboxPresent fails an unreadable box alone',
    boxes('unreadable', null),
    fact('requireCheckboxPresent'),
    unmet('requireCheckboxPresent', 'CHECKBOX_NOT_PRESENT'),
  ],
  [
    '2.7: requireAllCheckboxesAffirmed passes where every found box is checked',
    boxes('checked', null, 'checked'),
    fact('requireAllCheckboxesAffirmed'),
    [],
  ],
  [
    '7.1: requireAllCheckboxesAffirmed fails one unchecked box',
    boxes('checked', 'unchecked'),
    fact('requireAllCheckboxesAffirmed'),
    unmet('requireAllCheckboxesAffirmed', 'CHECKBOX_NOT_AFFIRMED'),
  ],
  [
    '2.7: requireAllCheckboxesAffirmed is unavailable without any box',
    boxes(null),
    fact('requireAllCheckboxesAffirmed'),
    unmet('requireAllCheckboxesAffirmed', 'CHECKBOX_AFFIRMATION_UNAVAILABLE', 'unavailable'),
  ],
  [
    '2.7: every disclosure consented by checked boxes passes',
    boxes('checked', 'checked'),
    EVERY,
    [],
  ],
  ...(
    [
      ['an empty list', {}],
      ['an unchecked box', boxes('checked', 'unchecked')],
      ['an unreadable box', boxes('unreadable')],
      ['a button', boxes(null)],
    ] as const
  ).map(
    ([what, page]): Case => [
      `2.7: requireEveryDisclosureConsented fails ${what}`,
      page,
      EVERY,
      unmet('requireEveryDisclosureConsented', 'DISCLOSURE_CONSENT_NOT_ACCEPTED'),
    ],
  ),
  [
    '2.7: allowConsentBySubmission accepts the button beside checked boxes',
    boxes('checked', null),
    EVERY_OR_BUTTON,
    [],
  ],
  [
    '2.7: allowConsentBySubmission: false is the same as leaving it out',
    boxes(null),
    { disclosure: { ...EVERY.disclosure, allowConsentBySubmission: false } },
    unmet('requireEveryDisclosureConsented', 'DISCLOSURE_CONSENT_NOT_ACCEPTED'),
  ],
  ...(
    [
      ['an unchecked box', boxes('unchecked')],
      ['an unreadable box', boxes('unreadable')],
      ['a misconfigured box', { ...boxes(null), misconfiguredCheckbox: true }],
      ['a refusing label', { ...boxes(null), submit: { label: 'No thanks' } }],
    ] as const
  ).map(
    ([what, page]): Case => [
      `2.7: allowConsentBySubmission does not accept ${what}`,
      page,
      EVERY_OR_BUTTON,
      unmet('requireEveryDisclosureConsented', 'DISCLOSURE_CONSENT_NOT_ACCEPTED'),
    ],
  ),
  [
    '2.3: declared disclosures count for nothing',
    { declaredDisclosures: [{ key: 'k', language: TEXT, agreed: true }] },
    { disclosure: { requirePresent: true, requiredText: [rule('r', 'solar')] } },
    [
      ['disclosure.requirePresent', 'failed', 'DISCLOSURE_NOT_PRESENT'],
      ['r', 'failed', 'REQUIRED_DISCLOSURE_TEXT_NOT_FOUND'],
    ],
  ],
  [
    '7.1: all unmet checks are listed in the order of the specification, met ones not',
    boxes(null),
    {
      record: { maxAgeSeconds: 1 },
      disclosure: {
        forbiddenText: [rule('f', 'solar')],
        requirePresent: true,
        requiredText: [rule('r', 'absent')],
        requireCheckboxPresent: true,
      },
      leadMatch: { phone: '2125550147' },
    },
    [
      ['record.maxAgeSeconds', 'failed', 'RECORD_TOO_OLD'],
      ['disclosure.requireCheckboxPresent', 'failed', 'CHECKBOX_NOT_PRESENT'],
      ['r', 'failed', 'REQUIRED_DISCLOSURE_TEXT_NOT_FOUND'],
      ['f', 'failed', 'FORBIDDEN_DISCLOSURE_TEXT_FOUND'],
      ['leadMatch.phone', 'unavailable', 'LEAD_PHONE_MATCH_UNAVAILABLE'],
    ],
  ],
  [
    '7.1: unmet text rules of a list are listed in the order of the request',
    boxes(null),
    { disclosure: { requiredText: [rule('z', 'absent'), rule('m', 'solar'), rule('a', 'gone')] } },
    [
      ['z', 'failed', 'REQUIRED_DISCLOSURE_TEXT_NOT_FOUND'],
      ['a', 'failed', 'REQUIRED_DISCLOSURE_TEXT_NOT_FOUND'],
    ],
  ],
];

const AGES: readonly [createdAgoMs: number, isTooOld: boolean][] = [
  [60_000, false],
  [60_001, true],
  [-60_000, false],
];

eachDoor((open) => {
  it.each(CASES)('%s', async (_, page, criteria, failures) => {
    // Only a record that has aged can be too old.
    const advanceMs = 'record' in criteria ? 5000 : 0;
    expect(await failuresOf(open, page, criteria, advanceMs)).toEqual(failures);
  });

  it.each(AGES)(
    '2.7: maxAgeSeconds 60 on a record of %d ms: too old is %s',
    async (agoMs, isTooOld) => {
      const world = await open();
      const page = { createdAt: world.mock.clock.now() - agoMs, capturedAt: 0 };
      const { buyer, token } = await sharedBy(world, page);
      const acceptance = { schemaVersion: 1, record: { maxAgeSeconds: 60 } };
      const { status } = await world.receive(buyer, token, { acceptance });
      expect(status).toBe(isTooOld ? 422 : 200);
    },
  );
});
