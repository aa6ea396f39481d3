import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsentEvidence } from '../../src/client/client.ts';
import { acceptanceIssues } from '../../src/contract/acceptance.ts';
import { createLeadIntake } from '../../src/intake/index.ts';
import type { Issue } from '../../src/options/issue.ts';
import { playing } from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { operations } from './support/operations.ts';

/**
 * Where a name can be misspelt, some of the names that are valid there, and how to get the issues.
 */
interface Place {
  readonly at: string;
  readonly names: readonly string[];
  issuesOf(name: string): Promise<readonly Issue[]>;
}

const unreached = playing();
const client = clientWith(unreached);
const CALL = ['signal', 'timeoutMs', 'deadlineMs', 'maxRetries', 'label'];

const issuesIn = (error: unknown): readonly Issue[] =>
  (error as { issues?: readonly Issue[] }).issues ?? [];

function thrown(run: () => unknown): readonly Issue[] {
  try {
    run();
  } catch (error) {
    return issuesIn(error);
  }
  return [];
}

/** Makes a place in the options of a method. */
function options(
  at: string,
  names: string[],
  call: (client: ConsentEvidence, o: object) => unknown,
) {
  const issuesOf = async (name: string) =>
    issuesIn(await failureOf(call(client, { [name]: undefined }) as Promise<unknown>));
  return { at, names: [...names, ...CALL], issuesOf };
}

/** Makes a place in acceptance criteria; `wrap` puts the misspelt field where it belongs. */
function criteria(at: string, names: string[], wrap: (fields: object) => object): Place {
  return {
    at: `acceptance, ${at}`,
    names,
    issuesOf: async (name) => acceptanceIssues({ schemaVersion: 1, ...wrap({ [name]: 1 }) }),
  };
}

const places: readonly Place[] = [
  {
    at: 'the constructor',
    names: ['apiKey', 'baseUrl', 'shareOrigins', 'pendingTimeoutMs', 'fetch', 'allowBrowser'],
    issuesOf: async (name) => thrown(() => clientWith(unreached, { [name]: undefined })),
  },
  {
    at: 'a lead intake',
    names: ['client', 'ledger', 'criteria', 'deadlineMs', 'holdForMs', 'onDecision'],
    issuesOf: async (name) => thrown(() => createLeadIntake({ [name]: undefined } as never)),
  },
  ...operations.map(({ name, call }) => options(name, [], (c, o) => call(c, o))),
  options('a list', ['pageSize', 'order', 'metadata', 'pageToken', 'prefetch'], (c, o) =>
    c.cdrs.list('example.com', o).toArray({ limit: 1 }),
  ),
  options('a search', ['domains', 'keys'], (c, o) => c.cdrs.findByPhone('2125550147', o).next()),
  options('a download', [], (c, o) => c.cdrs.download('cdr_1', o)),
  options('a receive', ['acceptance', 'collect', 'earlierOutcome'], (c, o) =>
    c.shares.receive('token', o),
  ),
  options('a share', ['expiresIn', 'expiresInMs'], (c, o) => c.cdrs.share('cdr_1', o)),
  options('the check', [], (c, o) => c.check(o)),
  criteria('whole', ['schemaVersion', 'record', 'disclosure', 'leadMatch'], (fields) => fields),
  criteria('record', ['maxAgeSeconds'], (record) => ({ record })),
  criteria('leadMatch', ['phone'], (leadMatch) => ({ leadMatch })),
  criteria(
    'disclosure',
    ['requirePresent', 'requireCheckboxPresent', 'requiredText', 'forbiddenText'],
    (disclosure) => ({ disclosure }),
  ),
  criteria('a required text', ['ruleId', 'anyOf', 'scope'], (rule) => ({
    disclosure: { requiredText: [rule] },
  })),
];

/**
 * Returns typos of a name: a letter missing, doubled, swapped with the next, or in the wrong case.
 */
function slipsOf(name: string): string[] {
  const within = Array.from({ length: name.length - 1 }, (_, at) => {
    const [before, letter, next] = [name.slice(0, at), name[at] ?? '', name[at + 1] ?? ''];
    const rest = name.slice(at + 1);
    return [before + rest, before + letter + letter + rest, before + next + letter + rest.slice(1)];
  });
  return [...within.flat(), name.toUpperCase(), `${name}s`];
}

describe('a misspelt name', () => {
  it.each(places)('in $at is answered with the one that was meant', async ({ names, issuesOf }) => {
    const slips = names.flatMap(slipsOf).filter((slip) => !names.includes(slip));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...slips), async (misspelt) => {
        const issue = (await issuesOf(misspelt)).find(
          ({ path }) => path.split('.').at(-1) === misspelt,
        );
        // Two names can have the same typo.
        const meant = names.filter((name) => slipsOf(name).includes(misspelt));
        expect(meant).toContain(/; did you mean "([^"]+)"\?/.exec(issue?.message ?? '')?.[1]);
      }),
      { numRuns: 40 },
    );
    expect(unreached.seen).toHaveLength(0);
  });

  it('that resembles no name is answered with all names, cut to a limit', async () => {
    const name = 'x'.repeat(1000);
    const [issue] = issuesIn(await failureOf(client.cdrs.get('cdr_1', { [name]: 1 })));
    expect(issue).toEqual({
      path: 'x'.repeat(100),
      message: `is not a known option; expected ${CALL.join(', ')}`,
    });
  });

  it.each([
    ['expiresIn.day', { expiresIn: { day: 3 } }, 'days'],
    ['metadata.keys', { metadata: { key: 'k', value: 'v', keys: 'x' } }, 'key'],
  ])('inside of %s too', async (path, given, meant) => {
    const call =
      'metadata' in given
        ? client.cdrs.list('example.com', given).page()
        : client.cdrs.share('cdr_1', given as object);
    const message = expect.stringContaining(`; did you mean "${meant}"?`);
    expect(issuesIn(await failureOf(call))).toEqual([{ path, message }]);
  });

  it('in criteria has the service’s path, and in the message the one from acceptance', async () => {
    const acceptance = { schemaVersion: 1, disclosures: { requirePresent: true } } as never;
    const error = await failureOf(client.shares.receive('token', { acceptance }));
    const message = '"disclosures" is not a known field; did you mean "disclosure"?';
    expect(error).toMatchObject({
      issues: [{ path: 'disclosures', message }],
      message: `shares.receive: acceptance.disclosures: ${message}`,
    });
  });
});
