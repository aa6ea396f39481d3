import { describe, expect, it } from 'vitest';
import type { Json } from '../../mock/openapi/json-schemas.ts';
import { ACCEPTANCE_FAILURE_STATUS } from '../../src/contract/acceptance-codes.ts';
import { ERROR_STATUS } from '../../src/contract/error-codes.ts';
import { document, partOf } from './support.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Json>>;
}

/** Yields each property of every schema in the document, with its place. */
function* propertiesOf(part: unknown, place: string): Generator<[place: string, property: Json]> {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, property] of Object.entries((part as Schema).properties ?? {})) {
    yield [`${place}.${name}`, property];
  }
  for (const [name, inner] of Object.entries(part)) {
    yield* propertiesOf(inner, `${place}/${name}`);
  }
}

/** Members whose number has a unit, with the pattern of the unit. */
const UNITS: [member: RegExp, unit: RegExp][] = [
  [/(?:At|Ms)$/, /[Mm]illiseconds/],
  [/Seconds$/, /in seconds/],
  [/^size$/, /bytes/],
  [/Km$/, /kilometres/],
  [/itude$/, /degrees/],
  [/^timestamp$/, /milliseconds/],
];

describe('the OpenAPI document of the service', () => {
  const properties = [...propertiesOf(document, '#')].filter(([place]) => !place.includes('/then'));

  it('describes every field, and names its section', () => {
    expect(properties.length).toBeGreaterThan(100);
    const described = properties.filter(([place]) => !place.includes('/if.'));
    const bare = described.filter(([, { description }]) => !/spec §\d/.test(String(description)));
    expect(bare.map(([place]) => place)).toEqual([]);
  });

  it('names nothing that only this package has', () => {
    const names = new Set<string>(['true', 'false']);
    const told: string[] = [];
    JSON.stringify(document, (key, value: unknown) => {
      names.add(key);
      if (typeof value !== 'string') return value;
      if (['description', 'summary', '$comment'].includes(key)) told.push(value);
      else names.add(value);
      return value;
    });
    const words = told.flatMap((text) => [...text.matchAll(/`([a-z][\w.]*\w)`/g)]);
    const parts = words.flatMap(([, word = '']) => (names.has(word) ? [word] : word.split('.')));
    expect(parts.length).toBeGreaterThan(50);
    expect(parts.filter((part) => !names.has(part))).toEqual([]);
    expect(told.filter((text) => /\bclient\b|the reply lacks/.test(text))).toEqual([]);
  });

  it.each([
    ['DetectedDisclosure', 'consentMechanism', ['button_submission', 'none_detected']],
    ['AcceptanceFailure', 'status', ['failed', 'unavailable']],
    ['AcceptanceFailure', 'code', Object.keys(ACCEPTANCE_FAILURE_STATUS)],
  ])('lists what is known of %s.%s, and takes what is not', (schema, member, values) => {
    const { anyOf } = partOf('components', 'schemas', schema, 'properties', member) as {
      anyOf: Json[];
    };
    expect(anyOf).toEqual([
      { type: 'string', enum: expect.arrayContaining(values) as unknown },
      { type: 'string' },
    ]);
  });

  it('lists the codes of every refusal', () => {
    const codeOf = (failure: string) =>
      partOf('components', 'schemas', failure, 'properties', 'error', 'properties', 'code');
    expect(codeOf('Failure')).toMatchObject({ anyOf: [{ enum: Object.keys(ERROR_STATUS) }, {}] });
    for (const status of [202, 400, 401, 403, 404, 409, 410, 422]) {
      const codes = Object.entries(ERROR_STATUS).filter(([, each]) => each === status);
      expect(codeOf(`Failure${status}`)).toMatchObject({ enum: codes.map(([code]) => code) });
    }
  });

  it('says the unit of every number that has one', () => {
    // A constant number has no unit, and the size of a page is a count.
    const numbers = properties.filter(
      ([, each]) => ['number', 'integer'].includes(String(each['type'])) && !('enum' in each),
    );
    const unsaid = numbers.flatMap(([place, { description }]) => {
      const name = place.slice(place.lastIndexOf('.') + 1);
      const unit = UNITS.find(([member]) => member.test(name))?.[1];
      if (unit === undefined) return [`${place} has no unit in this test`];
      return unit.test(String(description)) ? [] : [`${place}: ${String(description)}`];
    });
    expect(unsaid).toEqual([]);
    expect(numbers.length).toBeGreaterThan(10);
  });

  it('describes every parameter, and names its section', () => {
    const operations = Object.values(partOf('paths')).flatMap((item) =>
      Object.values(item as Record<string, { parameters?: Json[] }>),
    );
    const parameters = operations.flatMap(({ parameters: own = [] }) => own);
    const bare = parameters.filter(({ description }) => !/spec §\d/.test(String(description)));
    expect(bare).toEqual([]);
    expect(parameters.length).toBeGreaterThan(8);
  });

  it.each([
    ...['Cdr', 'CdrListEntry', 'AutoMetadata', 'SignerTelemetry', 'Geo', 'DeclaredDisclosure'],
    ...['DetectedDisclosureDetails', 'DetectedDisclosure', 'AcceptanceCriteria', 'RecordCriteria'],
    ...['DisclosureCriteria', 'LeadMatchCriteria', 'RequiredTextRule', 'ForbiddenTextRule'],
    ...['AcceptanceFailure', 'CdrCompletedEvent'],
  ])('names %s, and refers to it', (name) => {
    expect(partOf('components', 'schemas')).toHaveProperty(name);
    const isCalled = JSON.stringify(document).includes(`"#/components/schemas/${name}"`);
    expect(isCalled).toBe(true);
  });

  it('has the event under webhooks, with its headers', () => {
    const event = partOf('webhooks', 'cdr.completed', 'post') as { parameters: Json[] };
    expect(event.parameters.map(({ name }) => name)).toEqual([
      ...['X-SVC-Webhook-Id', 'X-SVC-Timestamp', 'X-SVC-Signature'],
    ]);
    expect(event).toHaveProperty('requestBody');
  });
});
