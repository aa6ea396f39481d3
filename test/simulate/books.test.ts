import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { Books } from '../../mock/simulate/books.ts';
import type { SimulatedDecision } from '../../mock/simulate/program.ts';
import { AT, type Charged, engineWith, last, storyOf, worldOf } from './support/judged-worlds.ts';

describe('the books', () => {
  const opened = (...charges: readonly Charged[]) => {
    const story = storyOf();
    const books = new Books(engineWith(...charges), story);
    const { leads } = worldOf({ leads: [{}, {}] }).books;
    for (const [key, state] of leads) books.leads.set(key, state);
    const [state] = books.leads.values();
    assert.ok(state);
    const process = {};
    const decided = (decision: SimulatedDecision, since = 0) =>
      books.decided(state, decision, 'L-1', { process, since });
    return { story, books, state, process, decided };
  };
  const accept = { decision: 'accept', cdrId: 'cdr_1' } as const;

  it('tell a decision once, and keep a final one over a later hold', () => {
    const { story, books, state, decided } = opened();
    decided({ decision: 'hold', code: 'TIMEOUT' });
    decided({ decision: 'hold', code: 'TIMEOUT' });
    decided({ decision: 'hold', code: 'GONE' });
    decided(accept);
    decided(accept);
    decided({ decision: 'hold' });
    expect(state.last).toEqual({ ...accept, leadId: 'L-1', at: AT });
    expect(state.finalAt).toBe(3);
    expect(books.answers).toHaveLength(6);
    expect(books.news).toBe(6);
    expect(story.lines.map((line) => line.slice(14))).toEqual([
      'L-1: hold, TIMEOUT',
      'L-1: hold, GONE',
      'L-1: accept, record 1',
      'L-1: hold',
    ]);
    expect(story.all).toHaveLength(6);
  });

  it.each([
    [
      'refused',
      { decision: 'refuse' },
      'L-1 was decided, accept with record 1, and is now answered refuse',
    ],
    [
      'accepted with another record',
      { decision: 'accept', cdrId: 'cdr_2' },
      'L-1 was decided, accept with record 1, and is now answered accept with record 2',
    ],
    [
      'held by a call that began later',
      { decision: 'hold' },
      'L-1 was decided, accept with record 1, and is now answered hold',
      1,
    ],
    ['held by a call that began before', { decision: 'hold' }, undefined],
    ['accepted once more', accept, undefined, 1],
  ] as [string, SimulatedDecision, string | undefined, number?][])(
    'name a change of an accepted lead: %s',
    (_title, then, said, since = 0) => {
      const { books, decided } = opened();
      decided(accept);
      decided(then, since);
      expect(books.changed).toBe(said);
    },
  );

  it('name the first change alone, and none of a lead that was open or refused twice', () => {
    const open = opened();
    open.decided({ decision: 'hold' });
    open.decided({ decision: 'refuse', cdrId: 'cdr_1' });
    open.decided({ decision: 'refuse', cdrId: 'cdr_2' }, 2);
    expect(open.books.changed).toBeUndefined();
    open.decided(accept);
    open.decided({ decision: 'duplicate' });
    expect(open.books.changed).toBe(
      'L-1 was decided, refuse, and is now answered accept with record 1',
    );
  });

  it('know which charge a process knew of when it decided', () => {
    const { books, process, decided } = opened();
    books.receives.hear(process, 'tok_1', ['cdr_1']);
    books.receives.hear({}, 'tok_1', ['cdr_2']);
    decided({ decision: 'hold' });
    expect(books.receives.heard.map(({ lead }) => lead)).toEqual([undefined, undefined]);
    decided({ decision: 'refuse' });
    expect(books.receives.heard.map(({ lead }) => lead)).toEqual(['L-1', undefined]);
  });

  it('have every posted lead without a decision in doubt after a crash', () => {
    const { books, state } = opened();
    const [, second] = books.leads.values();
    assert.ok(second);
    second.posts = 0;
    books.crashed();
    expect([...books.doubtful]).toEqual(['tok_1']);
    books.doubtful.clear();
    Object.assign(state, last('refuse'));
    books.crashed();
    books.lost(undefined);
    expect([...books.doubtful]).toEqual([]);
    expect(books.crashes).toBe(2);
  });

  it('find a lead by its id, and by nothing else', () => {
    const { books, state } = opened();
    expect(books.leadById('L-1')).toBe(state);
    expect(books.leadById('L-3')).toBeUndefined();
    expect(books.leadById(undefined)).toBeUndefined();
  });

  it('tell the charges since a count, in their order, with names', () => {
    const { story, books } = opened(
      ['cdr_2', 'org_2', 3],
      ['cdr_9', 'org_1', 1],
      ['cdr_1', 'org_1', 2],
    );
    expect(books.chargeCount()).toBe(3);
    expect(books.tellCharges(3)).toEqual([]);
    expect(books.news).toBe(0);
    expect(books.tellCharges(1)).toEqual(['cdr_1', 'cdr_2']);
    expect(books.news).toBe(1);
    expect(story.lines).toEqual([
      '12:00:05.000      the service charges Acme Solar for record 1',
      '12:00:05.000      the service charges org_2 for record 2',
    ]);
  });
});
