import type { Issue } from '../../src/options/issue.ts';
import { withNearest } from '../../src/options/with-nearest.ts';
import { type Duration, millisecondsOf } from '../ground/duration.ts';
import type { Seed, SeedCapture, SeedShare } from './seed.ts';
import { RECORDS_MAX } from './seed-schema.ts';

/** A text of the seed and its path. */
type Placed = readonly [path: string, text: string];

const ageOf = (age: Duration | undefined): number => millisecondsOf(age ?? 0);

function unknownReferences(placed: readonly Placed[], names: readonly string[], what: string) {
  const known = new Set(names);
  return placed.flatMap(([path, text]): Issue[] => {
    if (known.has(text)) return [];
    return [{ path, message: withNearest(`no ${what} "${text}"`, text, names) }];
  });
}

/** Refuses the second of two equal texts without quoting it, because it may be a secret. */
function repeated(placed: readonly Placed[], what: string): Issue[] {
  const seen = new Map<string, string>();
  return placed.flatMap(([path, text]): Issue[] => {
    const first = seen.get(text);
    if (first !== undefined) return [{ path, message: `${first} has the same ${what}` }];
    seen.set(text, path);
    return [];
  });
}

/** Returns the `member` of each entry that has it, with its path. */
function placedOf<T extends object>(
  list: string,
  entries: readonly T[],
  member: keyof T & string,
): Placed[] {
  return entries.flatMap((entry, index) => {
    const text = entry[member];
    return typeof text === 'string' ? [[`${list}.${index}.${member}`, text] as const] : [];
  });
}

function placedReceivers({ receivedBy = [] }: SeedShare, share: number): Placed[] {
  return receivedBy.map((each, index) => {
    const path = `shares.${share}.receivedBy.${index}`;
    return typeof each === 'string' ? [path, each] : [`${path}.organization`, each.organization];
  });
}

function placedKeyIds({ organizations }: Seed): Placed[] {
  return organizations.flatMap(({ apiKey, revokedApiKeys = [] }, index) => {
    const path = `organizations.${index}`;
    const revoked = revokedApiKeys.map((key, at): Placed => [`${path}.revokedApiKeys.${at}`, key]);
    const keys = apiKey === undefined ? revoked : [[`${path}.apiKey`, apiKey] as const, ...revoked];
    return keys.map(([at, key]): Placed => [at, key.split('.')[0] ?? '']);
  });
}

function captureIssues(capture: SeedCapture, index: number): Issue[] {
  const { count = 1, every, age, name, cdrId, preset, page } = capture;
  const issues: [wrong: boolean, member: string, message: string][] = [
    [
      preset === undefined && page?.pageUrl === undefined,
      'page.pageUrl',
      'expected a page URL, because there is no preset',
    ],
    [every !== undefined && count === 1, 'every', 'expected a count above 1'],
    [count > 1 && name !== undefined, 'name', 'expected no name if count is above 1'],
    [count > 1 && cdrId !== undefined, 'cdrId', 'expected no cdrId if count is above 1'],
    [
      Number.isNaN(ageOf(every)) || ageOf(every) * (count - 1) > ageOf(age),
      'every',
      'expected the last capture to be no later than the start of the fake; set a greater age',
    ],
  ];
  return issues.flatMap(([wrong, member, message]) =>
    wrong ? [{ path: `captures.${index}.${member}`, message }] : [],
  );
}

/**
 * Checks that nothing happens to a record before its capture, or to a token before it is created.
 */
function orderIssues({ captures = [], collects = [], shares = [] }: Seed): Issue[] {
  const captured = new Map(captures.map(({ name, age }) => [name, ageOf(age)]));
  const tooOld = (path: string, age: number, most: number | undefined, what: string): Issue[] =>
    age <= (most ?? Infinity) ? [] : [{ path, message: `expected at most the age of ${what}` }];
  return [
    ...collects.flatMap(({ capture, age }, index) =>
      tooOld(`collects.${index}.age`, ageOf(age), captured.get(capture), 'the capture'),
    ),
    ...shares.flatMap(({ capture, age, receivedBy = [] }, index) => [
      ...tooOld(`shares.${index}.age`, ageOf(age), captured.get(capture), 'the capture'),
      ...receivedBy.flatMap((each, at) => {
        const own = typeof each === 'string' ? undefined : each.age;
        const path = `shares.${index}.receivedBy.${at}.age`;
        return tooOld(path, ageOf(own ?? age), ageOf(age), 'the share');
      }),
    ]),
  ];
}

/** Returns what is wrong between the parts of a seed. Each part already has the right form. */
export function referenceIssues(seed: Seed): Issue[] {
  const { organizations, captures = [], collects = [], shares = [] } = seed;
  const records = captures.reduce((sum, { count = 1 }) => sum + count, 0);
  const organizationIds = organizations.map(({ organizationId }) => organizationId);
  const organizationRefs = [
    ...placedOf('captures', captures, 'organization'),
    ...placedOf('collects', collects, 'organization'),
    ...placedOf('shares', shares, 'from'),
    ...shares.flatMap(placedReceivers),
  ];
  const captureRefs = [
    ...placedOf('collects', collects, 'capture'),
    ...placedOf('shares', shares, 'capture'),
  ];
  const names = captures.flatMap(({ name }) => name ?? []);
  return [
    ...repeated(placedOf('organizations', organizations, 'organizationId'), 'organizationId'),
    ...repeated(placedKeyIds(seed), 'key id'),
    ...repeated(placedOf('captures', captures, 'name'), 'name'),
    ...repeated(placedOf('captures', captures, 'cdrId'), 'cdrId'),
    ...repeated(placedOf('shares', shares, 'token'), 'token'),
    ...unknownReferences(organizationRefs, organizationIds, 'organization in this seed is'),
    ...unknownReferences(captureRefs, names, 'capture in this seed is named'),
    ...captures.flatMap(captureIssues),
    ...orderIssues(seed),
    ...(records > RECORDS_MAX
      ? [{ path: 'captures', message: `expected at most ${RECORDS_MAX} records in all` }]
      : []),
  ];
}
