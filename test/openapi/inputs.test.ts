import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { CaptureInput } from '../../mock/capture/capture-input.ts';
import { captureInputSchema } from '../../mock/capture/capture-input-schema.ts';
import { pageParts } from '../../mock/capture/page-parts.ts';
import { controlDocument } from '../../mock/control/control-document.ts';
import { controlEndpoints } from '../../mock/control/control-endpoints.ts';
import { inputIssues } from '../../mock/ground/check-input.ts';
import type { Json } from '../../mock/openapi/json-schemas.ts';
import { seedJsonSchema } from '../../mock/openapi/seed-json-schema.ts';
import { seedSchema } from '../../mock/seed/seed-schema.ts';
import type { Issue } from '../../src/options/issue.ts';

const document = controlDocument(controlEndpoints, { serverUrl: 'http://localhost', version: '1' });
const ajv = new Ajv2020({ strict: false }).addSchema({ ...document, $id: 'document' });
const seedFile = new Ajv({ strict: false }).compile(seedJsonSchema());

/** A page with every member. */
const page: CaptureInput = {
  ...{ pageUrl: 'https://quotes.acme.example/?utm_source=fb', pageTitle: 't', formAction: 'x' },
  ...{ pageText: 't', misconfiguredCheckbox: false, clientTimezone: 'America/Chicago' },
  fields: [{ name: 'phone', type: 'tel', autocomplete: 'tel', value: '1' }],
  disclosures: [
    { key: 'k', text: 't', checkbox: 'checked' },
    { text: 't', checkbox: ['checked'] },
  ],
  submit: { label: 'x', nodeId: 'n' },
  declaredDisclosures: [{ key: 'k', language: 'l', agreed: true }],
  customMetadata: { a: 1 },
  signer: {
    ...{ ip: '192.0.2.1', userAgent: 'x', ipChain: ['192.0.2.1'] },
    geo: { countryCode: 'US', region: 'TX', city: 'A', latitude: 1, accuracyRadiusKm: 1 },
  },
  ...{ timeOnPageMs: 1, sessionId: 's', packageId: 'p', subGroupIds: ['a'], devMode: false },
  ...{ capturedAt: 1, createdAt: 1, image: { contentType: 'image/png', base64: 'AAAA' } },
  ...{ derivedBeforeMechanism: false, render: { afterMs: 1 }, autoShare: { expiresInMs: 1000 } },
};

const acme = {
  ...{ organizationId: 'acme', name: 'A', billing: true, apiAccess: 'default', autoCollect: true },
  ...{ unreadable: false, webhook: { url: 'https://a.example', secret: 'x' } },
};

const age = { days: 1 };
const seed = {
  organizations: [{ ...acme, apiKey: 'a.b', revokedApiKeys: ['c.d'] }],
  captures: [
    {
      ...{ organization: 'acme', name: 'n', cdrId: 'c', preset: 'checkedBox', age, count: 2 },
      ...{ every: 5, delivery: 'due', invalid: true, duplicated: false, page },
    },
  ],
  collects: [{ capture: 'n', organization: 'acme', age: 1 }],
  shares: [
    {
      ...{ capture: 'n', from: 'acme', age: 1, expiresIn: { days: 3 }, token: 't' },
      receivedBy: ['acme', { organization: 'acme', age: 1, collect: true }],
    },
  ],
};

interface Input {
  readonly example: object;
  readonly issuesOf: (given: unknown) => Issue[];
  readonly isValid: (given: unknown) => boolean;
}

function bodyOf(endpoint: string, example: object): Input {
  const { body } = controlEndpoints[endpoint] ?? {};
  if (body === null || body === undefined) throw new Error(`${endpoint} takes no body`);
  const name = `${endpoint.charAt(0).toUpperCase()}${endpoint.slice(1)}Fields`;
  const isValid = ajv.compile({ $ref: `document#/components/schemas/${name}` });
  return { example, issuesOf: (given) => inputIssues(body, given), isValid };
}

const INPUTS: [what: string, input: Input][] = [
  [
    'a seed file',
    { example: seed, issuesOf: (given) => inputIssues(seedSchema(), given), isValid: seedFile },
  ],
  ['POST /captures', bodyOf('capture', { organization: 'acme', preset: 'checkedBox', page })],
  ['POST /organizations', bodyOf('addOrganization', acme)],
  ['PATCH /organizations', bodyOf('updateOrganization', { name: 'A', webhook: acme.webhook })],
  [
    'POST /faults',
    bodyOf('addFault', {
      ...{ operation: 'cdrs.get', times: 1, phase: 'before', status: 500, code: 'X' },
      ...{ retryAfterSeconds: 1, delayMs: 1, drop: true, cdrId: 'c', organization: 'o' },
    }),
  ],
  [
    'POST /clock/advance',
    bodyOf('advanceClock', { days: 1, hours: 1, minutes: 1, seconds: 1, milliseconds: 1 }),
  ],
  ['POST /snapshots', bodyOf('takeSnapshot', { name: 'x' })],
  ['POST /send-changed', bodyOf('sendChanged', { change: 'oldTimestamp' })],
  ['POST /undo', bodyOf('beginAct', { label: 'x' })],
];

/** What a hand or a program writes by mistake. `undefined` leaves the member out. */
const MISTAKES: unknown[] = [
  ...[undefined, null, true, 0, -1, 0.5, 1e300, 599, 8.65e15, [], [null], {}, { x: 1 }],
  ...['', ' ', '\u00a0', 'x', 'x'.repeat(300), 'x'.repeat(60_000), 'manual', 'checked', '5'],
  ...['quotes.example', 'HTTPS://A.EXAMPLE/', 'ftp://a', 'http://.', 'a.b', 'a.b.c', 'AA=A'],
  ...['2026-01-05T12:00:00Z', '__proto__', 'acme\n', Array(501).fill('x'), ['checked', 'x']],
  ...[{ days: 1e9 }, { hours: 1, hour: 2 }, { seconds: '1' }, { afterReceives: 1.5 }],
];

type Path = readonly string[];

function* placesIn(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) yield* placesIn(member, [...path, name]);
}

function withMistake(example: object, path: Path, mistake: unknown): unknown {
  const copy = structuredClone(example) as Record<string, unknown>;
  let parent = copy;
  for (const name of path.slice(0, -1)) parent = parent[name] as Record<string, unknown>;
  parent[path.at(-1) ?? ''] = mistake;
  // As it travels: a member that is `undefined` is absent.
  return JSON.parse(JSON.stringify(copy));
}

/** What a JSON Schema cannot express, or not in reasonable length: sums, sizes, hosts. */
function isBeyondASchema({ message }: Issue, mistake: unknown): boolean {
  if (/base64/.test(message)) return /^[\w+/]+={0,2}$/.test(String(mistake));
  if (/https:\/\//.test(message)) return /^http:/.test(String(mistake));
  return /16384 bytes|\d+ years|more than 0 milliseconds/.test(message);
}

/** Words of zod's, and those for which the schema should have a message of its own. */
const JARGON = /nonoptional|[<>]=|Invalid|another value|pattern|\bint\b/;

describe.each(INPUTS)('a mistake anywhere in %s', (_, { example, issuesOf, isValid }) => {
  it('is not in the example', () => {
    expect(issuesOf(example)).toEqual([]);
    expect(isValid(example)).toBe(true);
  });

  it('is refused at its place, and the document refuses what it can', () => {
    let refused = 0;
    for (const path of placesIn(example)) {
      for (const mistake of MISTAKES) {
        const given = withMistake(example, path, mistake);
        const issues = issuesOf(given);
        const what = `${path.join('.')}: ${JSON.stringify(mistake)?.slice(0, 60)}`;
        if (issues.length === 0) {
          expect(isValid(given), `${what} is allowed`).toBe(true);
          continue;
        }
        refused += 1;
        for (const issue of issues) {
          expect(issue.message, what).toMatch(/expected|is not a known field/);
          expect(issue.message, what).not.toMatch(JARGON);
          const place = path.join('.');
          const isThere = `${issue.path}.`.startsWith(`${place}.`);
          // The sum of a duration is wrong, not one of its members.
          expect(isThere || place.startsWith(`${issue.path}.`), `${what}: ${issue.path}`).toBe(
            true,
          );
        }
        const isSayable = !issues.every((issue) => isBeyondASchema(issue, mistake));
        if (isSayable) expect(isValid(given), `${what} is refused`).toBe(false);
      }
    }
    expect(refused).toBeGreaterThan(10);
  });
});

/** Lists the members without a description. Those of `geo`, `render` and `autoShare` are plain. */
function bareMembers(schema: unknown, place = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: Record<string, object> };
  const bare = Object.entries(properties).filter(([, member]) => !('description' in member));
  const inside = Object.entries(schema).filter(
    ([name]) => !/^(?:geo|render|autoShare)$/.test(name),
  );
  return [
    ...bare.map(([name]) => `${place}.${name}`),
    ...inside.flatMap(([name, part]) => bareMembers(part, `${place}/${name}`)),
  ];
}

describe('the description of a page', () => {
  it('is there for every member in a seed file', () => {
    const { properties } = seedJsonSchema() as { properties: { captures: { items: Json } } };
    const { page: changes } = properties.captures.items['properties'] as { page: Json };
    expect(Object.keys(changes['properties'] ?? {})).toEqual(
      Object.keys(captureInputSchema().shape),
    );
    expect(bareMembers(changes)).toEqual([]);
  });

  it.each(Object.keys(pageParts()))(
    'is there for every member of %s in the control API',
    (name) => {
      const { schemas } = document['components'] as { schemas: Record<string, Json> };
      expect(Object.keys(schemas[name]?.['properties'] ?? {}).length).toBeGreaterThan(0);
      expect(bareMembers(schemas[name])).toEqual([]);
    },
  );
});
