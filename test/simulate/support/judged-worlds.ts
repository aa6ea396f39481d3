import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../mock/engine/engine.ts';
import { Books, type LeadState, type WorldRecord } from '../../../mock/simulate/books.ts';
import type { SimulationFacts } from '../../../mock/simulate/facts.ts';
import { SHIPPED } from '../../../mock/simulate/invariants.ts';
import type { SimulatedProgram } from '../../../mock/simulate/program.ts';
import type { JudgedWorld } from '../../../mock/simulate/rule.ts';
import { BEGINNING, Story } from '../../../mock/simulate/story.ts';

const PHONE = '(212) 555-0147';
/** When everything in these worlds happens, and when it happens again. */
export const [AT, LATER] = [BEGINNING + 5_000, BEGINNING + 9_000];
const program: SimulatedProgram = {
  take: () => ({ decision: 'hold' }),
  webhook: () => new Response(),
};

/** A charge as the engine has it. */
export type Charged = readonly [cdrId: string, organizationId: string, sequence: number];

/** An engine that has nothing but the time and these charges. */
export function engineWith(...charged: readonly Charged[]): Engine {
  const rows = charged.map(([cdrId, org, sequence]) => [[cdrId, org], { sequence }]);
  const organizations = new Map([['org_1', { name: 'Acme Solar' }]]);
  const charges = { size: rows.length, rows: () => [...rows] };
  return { world: { now: AT, charges, organizations } } as unknown as Engine;
}

export function storyOf(): Story {
  const story = new Story(() => AT);
  for (const digit of [1, 2]) story.name(`cdr_${digit}`, `record ${digit}`);
  return story;
}

type Answer = readonly [leadId: string, decision: string, cdrId?: string];

/** What a world comes to; what is left out is as in a world in which nothing happened. */
export interface Given {
  readonly records?: readonly Partial<WorldRecord>[];
  readonly leads?: readonly Partial<LeadState>[];
  readonly answers?: readonly Answer[];
  readonly effects?: readonly (readonly [string, number])[];
  readonly program?: SimulatedProgram;
  readonly books?: (books: Books) => unknown;
  /** Absent: the world has not ended. */
  readonly end?: {
    readonly orphans?: readonly string[];
    readonly charges?: readonly (readonly [cdrId: string, requestId?: string])[];
    readonly deliveries?: readonly object[];
    readonly received?: readonly (readonly [string, string])[];
  };
}

function endOf(given: Given): SimulationFacts | undefined {
  if (given.end === undefined) return undefined;
  const { orphans = [], charges = [], deliveries = [], received = [] } = given.end;
  const ofBuyer =
    <T>(list: readonly T[]) =>
    ({ organization }: { organization: string }) =>
      organization === 'org_1' ? list : [];
  const mock = {
    charges: ofBuyer(charges.map(([cdrId, requestId]) => ({ cdrId, requestId, at: AT }))),
    webhookDeliveries: ofBuyer(deliveries),
    shareEvents: () => received.map(([cdrId, to]) => ({ cdrId, toOrganizationId: to })),
  };
  const effects = (given.effects ?? []).map(([cdrId, at]) => ({ cdrId, at }));
  return { mock, buyer: 'org_1', orphans, effects } as unknown as SimulationFacts;
}

/** A world by hand, with the records, leads and answers as they are given. */
export function worldOf(given: Given): JudgedWorld {
  const story = storyOf();
  const books = new Books(engineWith(), story);
  const number = (index: number) => index + 1;
  for (const [index, each] of (given.records ?? []).entries()) {
    const cdrId = `cdr_${number(index)}`;
    const record = { cdrId, phone: PHONE, own: false, tokens: [], shareUrls: [], ...each };
    books.records.set(index, record);
  }
  for (const [index, each] of (given.leads ?? []).entries()) {
    const lead = { leadId: `L-${number(index)}`, phone: PHONE, shareUrl: 'link' };
    const counts = { posts: 1, waiting: 0, isOwed: true, neededPost: false, finalAt: Infinity };
    const ids = { cdrId: `cdr_${number(index)}`, token: `tok_${number(index)}`, stranger: false };
    books.leads.set(index, { lead, ...ids, ...counts, last: undefined, ...each });
  }
  for (const [leadId, decision, cdrId] of given.answers ?? []) {
    books.answers.push({ leadId, decision, cdrId, at: AT } as never);
  }
  given.books?.(books);
  const effects = (given.effects ?? []).map(([cdrId, at]) => ({ cdrId, at }));
  const shared = { story, books, effects, answers: books.answers, world: { cdrs: new Map() } };
  return { program, ...given, ...shared, end: endOf(given) } as unknown as JudgedWorld;
}

/** The last answer on a lead. */
export const last = (decision: string, more: object = {}) =>
  ({ last: { leadId: 'L-1', at: AT, decision, ...more } }) as unknown as Partial<LeadState>;

/** A world, and what a rule says of it; nothing: it holds. */
export type Judged = readonly [title: string, given: Given, said?: string];

/** Tests what the built-in invariants say of worlds. */
export function judgedAs(rules: Partial<Record<keyof typeof SHIPPED, readonly Judged[]>>): void {
  describe.each(Object.entries(rules))('%s', (name, rows) => {
    it.each(rows.map((row) => ({ title: row[0], row })))('judges $title', ({ row }) => {
      const [, given, said] = row;
      expect(SHIPPED[name as keyof typeof SHIPPED](worldOf(given))).toBe(said);
    });
  });
}
