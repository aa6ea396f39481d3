/* eslint-disable @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-call -- JSON as a script in another language sees it */
import { describe, expect, it } from 'vitest';
import { controlEndpoints } from '../../mock/control/control-endpoints.ts';
import { openDesk } from './support/desk.ts';

/** Returns the value as json_encode of PHP writes it: an empty array is a list. */
function asPhpWrites(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(asPhpWrites);
  const entries = Object.entries(value);
  if (entries.length === 0) return [];
  return Object.fromEntries(entries.map(([name, member]) => [name, asPhpWrites(member)]));
}

const WITH_BODY = Object.values(controlEndpoints).filter(({ method }) => method !== 'GET');

const capture = (page: object, preset: string | undefined = 'checkedBox') => ({
  ...{ organization: 'sunroof', page, preset },
});

const pageUrl = 'https://quotes.example.com/';

/** Bodies with an empty object at each depth, which the control API takes. */
const BODIES: readonly [path: string, body: object][] = [
  ['/captures', capture({})],
  ['/captures', capture({ customMetadata: {}, submit: {}, signer: {}, fields: [] })],
  [
    '/captures',
    capture(
      { pageUrl, disclosures: [{ text: 'I agree', checkbox: 'checked' }], submit: {} },
      undefined,
    ),
  ],
  ['/organizations', { name: 'A', webhook: null }],
  ['/worlds', { readings: {} }],
  ['/worlds', { seed: { organizations: [] }, readings: {} }],
  [
    '/worlds',
    {
      seed: {
        organizations: [{ organizationId: 'a', name: 'A' }],
        captures: [{ organization: 'a', preset: 'checkedBox', page: {} }],
      },
    },
  ],
  ['/acceptance/check', { acceptance: { schemaVersion: 1, disclosure: {} } }],
  ['/clock/advance', {}],
  ['/undo', { label: 'x' }],
];

describe('[] of PHP, where {} is meant', () => {
  it.each(WITH_BODY.map(({ method, path }) => [method, path] as const))(
    '%s %s answers a body of [] as one of {}',
    async (method, path) => {
      const target = path.replace(/:\w+/g, 'none');
      const answers = await Promise.all(
        ['{}', '[]'].map(async (body) => {
          const desk = await openDesk({ seed: 'demo', idSeed: 'php' });
          const { status, json } = await desk.send(method, target, { body });
          return { status, issues: json.error?.issues };
        }),
      );
      expect(answers[1]).toEqual(answers[0]);
    },
  );

  it.each(BODIES)('%s takes %j as PHP writes it, at any depth', async (path, body) => {
    const desk = await openDesk({ seed: 'demo' });
    const plain = await desk.post(path, body);
    expect(plain).toMatchObject({ status: 200 });
    expect((await desk.post(path, asPhpWrites(body))).status).toBe(200);
  });

  it('leaves a list that is meant as it is', async () => {
    const desk = await openDesk({ seed: 'demo' });
    const page = { customMetadata: { tags: [], more: { none: [] } }, fields: [] };
    const { cdrId } = (await desk.post('/captures', capture(page))).json;
    const { json } = await desk.get(`/records/${cdrId}`);
    expect(JSON.stringify(json)).toContain('{"tags":[],"more":{"none":[]}}');
  });

  it.each([
    ['organizations', { seed: { organizations: [{ name: [] }] } }, 'seed.organizations.0.name'],
    ['a list with a member', { readings: ['collectFalse'] }, 'readings'],
    ['a text', { name: [] }, 'name'],
  ])('and still refuses %s', async (_, body, path) => {
    const desk = await openDesk();
    const { status, json } = await desk.post('/worlds', body);
    expect(status).toBe(400);
    expect(json.error.issues.map((each: { path: string }) => each.path)).toContain(path);
  });
});
