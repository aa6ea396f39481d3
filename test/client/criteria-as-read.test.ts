import { describe, expect, it } from 'vitest';
import type { AcceptanceCriteria } from '../../src/index.ts';
import { memoryLedger } from '../../src/intake/index.ts';
import { leadOf, leadWorld } from '../intake/support/lead-world.ts';
import { ok, playing } from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { received } from './support/operations.ts';

const PLAIN = {
  schemaVersion: 1,
  record: { maxAgeSeconds: 3600 },
  disclosure: {
    requirePresent: true,
    requiredText: [{ ruleId: 'calls', anyOf: ['call me'], match: 'exact' }],
  },
  leadMatch: { phone: '(212) 555-0147' },
} as const satisfies object;

type Members = Record<string, unknown>;

/** Ways to have a member that is read like any other, but that JSON leaves out. */
const WAYS: Readonly<Record<string, (members: Members) => object>> = {
  'a getter of its class': (members) => {
    class Holder {
      readonly [name: string]: unknown;
    }
    for (const [name, value] of Object.entries(members)) {
      Object.defineProperty(Holder.prototype, name, { get: () => value });
    }
    return new Holder();
  },
  'a getter of the class above, from a private field': (members) => {
    class Base {
      readonly #members = members;
      at(name: string): unknown {
        return this.#members[name];
      }
    }
    for (const name of Object.keys(members)) {
      const get = function (this: Base): unknown {
        return this.at(name);
      };
      Object.defineProperty(Base.prototype, name, { get });
    }
    return new (class extends Base {})();
  },
  'another object': (members) => Object.create(members) as object,
  'another object without a prototype': (members) =>
    Object.create(Object.assign(Object.create(null) as object, members)) as object,
  'a hidden member': (members) =>
    Object.defineProperties(
      {},
      Object.fromEntries(Object.entries(members).map(([name, value]) => [name, { value }])),
    ),
};

/** Returns a copy in which every object has its members in this way. */
function inWay(value: unknown, way: (members: Members) => object): unknown {
  if (Array.isArray(value)) return value.map((each) => inWay(each, way));
  if (typeof value !== 'object' || value === null) return value;
  return way(
    Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inWay(each, way)])),
  );
}

describe('criteria are sent as they are read (spec §2.7)', () => {
  it.each(Object.entries(WAYS))('from %s', async (_name, way) => {
    const fetch = playing(ok(received));
    const acceptance = inWay(PLAIN, way) as AcceptanceCriteria;
    expect(JSON.stringify(acceptance)).toBe('{}');
    await clientWith(fetch).shares.receive('tok_1', { acceptance });
    expect(JSON.parse(fetch.seen[0]?.body ?? '')).toEqual({ acceptance: PLAIN });
  });

  it.each(Object.entries(WAYS))('from %s, also to refuse what is not known', async (_name, way) => {
    const fetch = playing(ok(received));
    const acceptance = { ...PLAIN, disclosure: inWay({ requirePresence: true }, way) };
    const call = clientWith(fetch).shares.receive('tok_1', { acceptance: acceptance as never });
    expect(await failureOf(call)).toMatchObject({
      name: 'InvalidInputError',
      issues: [{ path: 'disclosure.requirePresence' }],
    });
    expect(fetch.seen).toHaveLength(0);
  });

  it('refuses an object graph at once, in which each object knows all others', async () => {
    const fetch = playing(ok(received));
    const nodes: Members[] = Array.from({ length: 40 }, () => ({}));
    for (const node of nodes) nodes.forEach((other, index) => (node[`n${index}`] = other));
    const hidden = Object.defineProperty({ ...PLAIN }, 'nodes', { value: nodes });
    for (const acceptance of [nodes[0], hidden]) {
      const call = clientWith(fetch).shares.receive('tok_1', { acceptance: acceptance as never });
      expect(await failureOf(call)).toMatchObject({ name: 'InvalidInputError' });
    }
    expect(fetch.seen).toHaveLength(0);
  });

  it('has a copy of the largest criteria', async () => {
    const fetch = playing(ok(received));
    const phrases = Array.from({ length: 10 }, (_, index) => `phrase ${index}`);
    const rules = (kind: string) =>
      Array.from({ length: 20 }, (_, index) => ({ ruleId: `${kind}-${index}`, anyOf: phrases }));
    const disclosure = { requiredText: rules('must'), forbiddenText: rules('must-not') };
    const largest = { ...PLAIN, disclosure };
    const acceptance = inWay(largest, (members) => Object.create(members) as object);
    await clientWith(fetch).shares.receive('tok_1', { acceptance: acceptance as never });
    expect(JSON.parse(fetch.seen[0]?.body ?? '')).toEqual({ acceptance: largest });
  });

  it('whatever a `toJSON` says', async () => {
    const fetch = playing(ok(received));
    class Less {
      toJSON(): object {
        return { schemaVersion: 1 };
      }
    }
    const acceptance = Object.assign(new Less(), PLAIN) as unknown as AcceptanceCriteria;
    await clientWith(fetch).shares.receive('tok_1', { acceptance });
    expect(JSON.parse(fetch.seen[0]?.body ?? '')).toEqual({ acceptance: PLAIN });
  });

  it('from a class with methods, which are not requirements', async () => {
    const fetch = playing(ok(received));
    class Rules {
      words(): string {
        return 'ours';
      }
    }
    const { shares } = clientWith(fetch);
    await shares.receive('tok_1', { acceptance: Object.assign(new Rules(), PLAIN) as never });
    expect(JSON.parse(fetch.seen[0]?.body ?? '')).toEqual({ acceptance: PLAIN });
    class Method {
      readonly schemaVersion = 1;
      disclosure(): object {
        return PLAIN.disclosure;
      }
    }
    const call = shares.receive('tok_1', { acceptance: new Method() as never });
    expect(await failureOf(call)).toMatchObject({ issues: [{ path: 'disclosure' }] });
    expect(fetch.seen).toHaveLength(1);
  });

  it('leaves plain criteria as they are', async () => {
    const fetch = playing(ok(received));
    const acceptance = { ...PLAIN, record: undefined } as unknown as AcceptanceCriteria;
    await clientWith(fetch).shares.receive('tok_1', { acceptance });
    expect(fetch.seen[0]?.body).toBe(JSON.stringify({ acceptance }));
  });

  it.each(Object.entries(WAYS))('by an intake, from %s', async (_name, way) => {
    const { intakeOf, capture, share, paid } = leadWorld();
    const rules = { requiredText: [{ ruleId: 'never', anyOf: ['no page says this'] }] };
    const criteria = inWay({ schemaVersion: 1, disclosure: rules }, way) as AcceptanceCriteria;
    const intake = intakeOf(memoryLedger(), { criteria });
    expect(await intake.take(leadOf('L-1', await share(capture())))).toMatchObject({
      decision: 'refuse',
      reasons: [{ code: 'REQUIRED_DISCLOSURE_TEXT_NOT_FOUND' }],
    });
    expect(paid()).toEqual([]);
  });
});
