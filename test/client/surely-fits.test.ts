import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { acceptanceSchema } from '../../src/contract/acceptance.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { surelyFits } from '../../src/contract/surely-fits.ts';

const cdr = {
  cdrId: 'cdr_1',
  domainId: 'sunroof.example',
  domain: 'quotes.sunroof.example',
  organizationName: 'Acme Solar',
  capturedAt: 1_795_262_399_000,
  createdAt: 1_795_262_400_000,
  contentType: 'image/png',
  size: 48_213,
  collected: true,
  downloadUrl: 'https://evidence.example/cdr_1',
  pageUrl: 'https://quotes.sunroof.example/',
  clientTimezone: 'America/New_York',
  timeOnPageMs: 48_211,
  signerTelemetry: { ip: null, userAgent: 'Browser', ipChain: ['203.0.113.7'], geo: { city: 'A' } },
  detectedDisclosureDetails: {
    userSubmitted: true,
    derivedAt: [1],
    disclosures: [{ key: 'a', text: 'b', checkboxDetected: true, consentMechanism: 'checkbox' }],
  },
  disclosures: [{ key: 'tcpa', language: 'I agree', agreed: true }],
  customMetadata: { leadId: 'L-1', nested: { toString: 1 } },
  autoMetadata: { phones: ['+12125550147'], pageTitle: 'Quotes' },
  subGroupIds: [],
  guest: false,
  notDocumentedYet: { x: 1 },
};
const { cdrId, domainId, domain, createdAt, contentType, size } = cdr;
const entry = { cdrId, domainId, domain, createdAt, contentType, size };
const entries = [
  { ...entry, collected: false, devMode: true, autoMetadata: cdr.autoMetadata },
  { ...entry, collected: true, webhookSuccessfullySentAt: 1_795_262_500_000 },
];

/** The `data` of a reply, for each endpoint that has any. */
const replies = {
  listDomains: { domains: ['a.example', 'b.example'] },
  listCdrs: { cdrs: entries, nextPageToken: 'cdr_1' },
  getCdr: { cdr },
  collectCdr: { cdrId, collected: true, alreadyCollected: false },
  shareCdr: { token: 't', shareUrl: 'https://api.example/v1/shares/t', expiresAt: 1 },
  receiveShare: { claimed: true, cdrId, domainId, alreadyClaimed: false, shareEventId: 'e' },
} as const;
const names = Object.keys(replies) as (keyof typeof replies)[];

function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...path, key]));
  return [path, ...inside];
}

/** What to put in place of a member; `undefined` removes it. */
const instead = fc.oneof(
  fc.constantFrom(undefined, null, true, false, 0, 1e999, '', [], {}),
  fc.jsonValue({ maxDepth: 2 }),
);

function changed(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) {
    return value.map((each: unknown, index) =>
      String(index) === key ? changed(each, rest, to) : each,
    );
  }
  const members = Object.entries(value as Readonly<Record<string, unknown>>)
    .map(([name, each]) => [name, name === key ? changed(each, rest, to) : each] as const)
    .filter(([, each]) => each !== undefined);
  return Object.fromEntries(members);
}

describe('the quick check of a reply', () => {
  it.each(names)('is a reply of %s as it is documented', (name) => {
    expect(surelyFits(endpoints[name].data?.() as z.ZodMiniType, replies[name])).toBe(true);
  });

  it.each(names)('of %s is what zod takes, whatever a member is replaced by', (name) => {
    const schema = endpoints[name].data?.() as z.ZodMiniType;
    const reply = replies[name];
    fc.assert(
      fc.property(fc.constantFrom(...pathsOf(reply)), instead, (path, to) => {
        const value = changed(reply, path, to);
        expect(surelyFits(schema, value)).toBe(z.safeParse(schema, value).success);
      }),
      { numRuns: 400 },
    );
  });

  it('reports a member that is there, but undefined, as zod does', () => {
    const schema = z.object({ a: z.exactOptional(z.string()), b: z.optional(z.string()) });
    expect(surelyFits(schema, {})).toBe(true);
    expect(surelyFits(schema, { a: undefined })).toBe(false);
  });

  it.each<[string, z.ZodMiniType, unknown]>([
    ['a further check', z.string().check(z.maxLength(1)), 'a'],
    ['a check of a list', z.array(z.string()).check(z.minLength(1)), ['a']],
    ['a format', z.int(), 1],
    ['an object that is strict', z.strictObject({}), {}],
    ['a union without a member that tells', z.union([z.string(), z.number()]), 'a'],
    ['a default', z._default(z.string(), 'a'), 'a'],
    ['such a schema within another', z.object({ a: z.array(z.int()) }), { a: [1] }],
    ['acceptance criteria', acceptanceSchema(), { schemaVersion: 1 }],
  ])('leaves %s to zod', (_what, schema, value) => {
    expect(z.safeParse(schema, value).success).toBe(true);
    expect(surelyFits(schema, value)).toBe(false);
  });
});
