import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../mock/index.ts';
import type { LeadDecision, LeadIntake, LeadName } from '../../src/intake/index.ts';
import { memoryLedger } from '../../src/intake/index.ts';
import { keyOf } from '../../src/intake/lead.ts';
import { brokenPromises, KEPT } from './support/broken-promises.ts';
import { type Death, dyingLedger } from './support/dying-ledger.ts';
import { all, leadOf, leadWorld } from './support/lead-world.ts';

/** Returns the phone number on the forms of person number `person`. */
const phoneOf = (person: number): string => `(212) 555-01${String(10 + person)}`;

const RECORDS = 2;
const LEADS = 4;

/** Two sellers, whose numbers are the same. */
const nameOf = (lead: number): LeadName => ({
  source: lead % 2 === 0 ? 'sunroof' : 'brightpath',
  leadId: `L-${Math.floor(lead / 2)}`,
});

type Step =
  | { do: 'take'; lead: number; record: number; token: number; stranger: boolean; death?: Death }
  | { do: 'resume'; death?: Death }
  | { do: 'batch'; record: number; token: number; death?: Death }
  | { do: 'settle'; lead: number; record: number; accept: boolean; death?: Death }
  | { do: 'prune' }
  | { do: 'advance'; ms: number }
  | { do: 'elsewhere'; record: number; token: number }
  | { do: 'invalidate'; record: number }
  | { do: 'fault'; phase: 'before' | 'after'; status: number; drop: boolean }
  | { do: 'unread'; times: number }
  | { do: 'access'; on: boolean };

const index = (size: number): fc.Arbitrary<number> => fc.nat(size - 1);
const death = fc.option(
  fc.record({
    statement: fc.integer({ min: 1, max: 4 }),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  { nil: undefined, freq: 3 },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('take' as const),
      lead: index(LEADS),
      record: index(RECORDS),
      token: index(2),
      stranger: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
      death,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('resume' as const), death }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ do: fc.constant('batch' as const), record: index(RECORDS), token: index(2), death },
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ do: fc.constant('settle' as const), lead: index(LEADS), record: index(RECORDS) },
      ...{ accept: fc.boolean(), death },
    }),
  },
  fc.record({ do: fc.constant('prune' as const) }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      ms: fc.constantFrom(1_000, 40_000, 3_600_000, 80 * 3_600_000),
    }),
  },
  fc.record({ do: fc.constant('elsewhere' as const), record: index(RECORDS), token: index(2) }),
  fc.record({ do: fc.constant('invalidate' as const), record: index(RECORDS) }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      phase: fc.constantFrom('before' as const, 'after' as const),
      status: fc.constantFrom(429, 500, 503),
      drop: fc.boolean(),
    }),
  },
  fc.record({ do: fc.constant('unread' as const), times: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant('access' as const), on: fc.boolean() }),
) as fc.Arbitrary<Step>;

/**
 * Makes a world with two records of two people, each with two share links: one short, one long.
 *
 * @param maxRetries how often the client itself repeats a request.
 */
async function world(maxRetries: number) {
  const base = leadWorld();
  const { mock, seller, capture } = base;
  const records: { cdrId: string; links: string[] }[] = [];
  for (let person = 0; person < RECORDS; person += 1) {
    const cdrId = capture({ fields: [{ name: 'phone', type: 'tel', value: phoneOf(person) }] });
    const links = [];
    for (const hours of [2, 24 * 30]) {
      const { shareUrl } = await seller.cdrs.share(cdrId, { expiresIn: { hours } });
      links.push(shareUrl);
    }
    records.push({ cdrId, links });
  }
  const clock = { now: () => mock.clock.now(), sleep: async () => undefined };
  const client = base.clientOf({ maxRetries, clock });
  const intakeOf: typeof base.intakeOf = (ledger) => base.intakeOf(ledger, { client });
  const faults: Fault[] = [];
  return { ...base, intakeOf, records, faults, store: memoryLedger(), mock };
}

type World = Awaited<ReturnType<typeof world>>;

/** Runs `work` in a process that may die on the way. */
async function inProcess<T>(
  { store, intakeOf }: World,
  at: Death | undefined,
  work: (intake: LeadIntake<undefined>) => Promise<T>,
): Promise<T | 'died'> {
  const { ledger, died } = dyingLedger(store, at);
  const ended = work(intakeOf(ledger));
  return Promise.race([ended, died]);
}

async function play(at: World, each: Step): Promise<void> {
  const { mock, records, faults, clientOf, buyer } = at;
  const record = 'record' in each ? records[each.record] : undefined;
  switch (each.do) {
    case 'take': {
      const link = record?.links[each.token] ?? '';
      const person = each.stranger ? RECORDS : each.record;
      const lead = {
        ...leadOf('', link, phoneOf(person)),
        ...nameOf(each.lead),
        data: [each.lead],
      };
      // A lead that comes again with other data is an InvalidInputError and changes nothing.
      await inProcess(at, each.death, (intake) => intake.take(lead).catch(() => undefined));
      return;
    }
    case 'batch': {
      const link = record?.links[each.token] ?? '';
      const leads = [0, 1].map((lead) => ({
        ...{ ...leadOf('', link, phoneOf(each.record)), ...nameOf(lead), data: [lead] },
      }));
      await inProcess(at, each.death, (intake) => all(intake.takeAll(leads)));
      return;
    }
    case 'settle': {
      const { cdrId = '' } = record ?? {};
      const how = each.accept
        ? ({ decision: 'accept', cdrId, by: 'ann' } as const)
        : ({ decision: 'refuse', reason: 'reported', by: 'ann' } as const);
      // Whatever may not be settled is an InvalidInputError and changes nothing.
      await inProcess(at, each.death, (intake) =>
        intake.settle(nameOf(each.lead), how).catch(() => undefined),
      );
      return;
    }
    case 'prune':
      await at.intakeOf(at.store).prune({ decidedBefore: mock.clock.now() });
      return;
    case 'resume':
      await inProcess(at, each.death, (intake) => intake.resume());
      return;
    case 'advance':
      await mock.clock.advance(each.ms);
      return;
    case 'elsewhere':
      await clientOf()
        .shares.receive(record?.links[each.token] ?? '')
        .catch(() => undefined);
      return;
    case 'invalidate':
      mock.invalidate(record?.cdrId ?? '');
      return;
    case 'fault': {
      const { phase, drop } = each;
      // The client relies on a 429 having done nothing (docs/guides/errors-and-retries).
      const status = phase === 'after' && each.status === 429 ? 503 : each.status;
      const how = drop ? { drop } : { status };
      faults.push(mock.addFault({ operation: 'shares.receive', phase, ...how }));
      return;
    }
    case 'unread':
      faults.push(mock.addFault({ operation: 'cdrs.get', status: 503, times: each.times }));
      return;
    default:
      mock.updateOrganization(buyer, { apiAccess: each.on ? 'default' : 'off' });
  }
}

/** Ends all trouble, and resumes until nothing is due. */
async function settle({ mock, buyer, faults, intakeOf, store }: World): Promise<void> {
  for (const fault of faults) fault.remove();
  mock.updateOrganization(buyer, { apiAccess: 'default' });
  for (let pass = 0; pass < 9; pass += 1) {
    await mock.clock.advance({ hours: 12 });
    await intakeOf(store).resume({ limit: 1_000 });
  }
}

interface Taken {
  readonly record: number;
  readonly token: number;
  readonly stranger: boolean;
}

/** What a step brings for which leads, if it brings any. */
function broughtBy(each: Step): [lead: number, Taken][] {
  if (each.do === 'take') return [[each.lead, each]];
  if (each.do !== 'batch') return [];
  return [0, 1].map((lead) => [lead, { ...each, stranger: false }]);
}

/** What was not pruned is listed as it is, and the report has no fewer charges than the service. */
async function expectListed(
  { intakeOf, store, paid }: World,
  decisions: readonly LeadDecision[],
  elsewhere: number,
): Promise<void> {
  const intake = intakeOf(store);
  const { total, prunedBefore } = await intake.report({ by: 'source' });
  if (prunedBefore !== undefined) return;
  const listed = [...(await all(intake.decisions())), ...(await all(intake.held()))];
  const ids = (some: readonly LeadDecision[]) => some.map((each) => keyOf(each)).sort();
  expect(ids(listed)).toEqual(ids(decisions));
  expect(total.taken).toBe(decisions.length);
  expect(total.charges.most).toBeGreaterThanOrEqual(paid().length - elsewhere);
}

async function decisionsOf({ intakeOf, store }: World): Promise<LeadDecision[]> {
  const intake = intakeOf(store);
  const found = await Promise.all([0, 1, 2, 3].map((lead) => intake.get(nameOf(lead))));
  return found.filter((decision) => decision !== undefined);
}

const sequences = fc.array(step, { minLength: 1, maxLength: 14 });

describe('any sequence of leads, troubles and deaths', () => {
  it('pays once, takes no stranger, loses nothing paid, decides every lead', async () => {
    await fc.assert(
      fc.asyncProperty(sequences, fc.nat(2), async (steps, maxRetries) => {
        const at = await world(maxRetries);
        const { store, records } = at;
        const elsewhere = new Set<string>();
        const invalid = new Set<string>();
        /** The first share and phone of each lead that is in the ledger. */
        const taken = new Map<string, Taken>();
        for (const each of steps) {
          const before = new Set(at.paid());
          await play(at, each);
          const cdrId = 'record' in each ? (records[each.record]?.cdrId ?? '') : '';
          if (each.do === 'elsewhere' && !before.has(cdrId)) elsewhere.add(cdrId);
          if (each.do === 'invalidate') invalid.add(cdrId);
          for (const [lead, brought] of broughtBy(each)) {
            const key = keyOf(nameOf(lead));
            if (!taken.has(key) && (await store.get(nameOf(lead)))) taken.set(key, brought);
          }
        }
        await settle(at);
        const decisions = await decisionsOf(at);
        const leads = [...taken].map(([key, { record, token, stranger }]) => {
          const { cdrId = '', links = [] } = records[record] ?? {};
          return [key, { cdrId, link: links[token] ?? '', isStranger: stranger }] as const;
        });
        await expectListed(at, decisions, elsewhere.size);
        const orphans = await all(at.intakeOf(store).orphans());
        const outcome = {
          decisions,
          taken: new Map(leads),
          charges: at.paid(),
          elsewhere,
          invalid,
          orphans: new Set(orphans.map(({ cdrId }) => cdrId)),
        };
        expect(brokenPromises(outcome)).toEqual(KEPT);
      }),
      { numRuns: 100 },
    );
  });
});
