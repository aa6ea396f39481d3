import assert from 'node:assert/strict';
import type {
  GivenAnswer,
  Invariant,
  SimulatedProgram,
  StartProgram,
} from '../../../mock/simulate.ts';
import { Machine } from './machine.ts';
import { buyerWith } from './planted-takes.ts';

/** The trouble of a world is over by then. */
const TROUBLE_MS = 80 * 60_000;

function called<T>(door: T | undefined): T {
  if (door === undefined) throw new Error('the two machines run two programs');
  return door;
}

/**
 * Runs one program on two machines with one store. Each call goes to one of them, timers fire on
 * both at once, each dies on its own, and now and then a crash of the world takes both down.
 */
export function onTwoMachines(start: StartProgram): StartProgram {
  return async (context) => {
    const { clock, random, storage } = context;
    if (storage.get('began') === undefined) storage.set('began', clock.now());
    const calmAt = Number(storage.get('began')) + TROUBLE_MS;
    const machines = [1, 2].map(() => new Machine(context, start, calmAt));
    const [doors] = await Promise.all(machines.map((machine) => machine.start()));
    const either = <T>(work: (program: SimulatedProgram) => T | Promise<T>): Promise<T> =>
      (machines[Math.floor(random() * machines.length)] as Machine).call(work);

    async function tick(): Promise<unknown[]> {
      const fired = machines.map((machine) => machine.call((program) => program.tick?.()));
      const ended = await Promise.allSettled(fired);
      return ended.flatMap((each) => (each.status === 'fulfilled' ? (each.value ?? []) : []));
    }
    const has = doors ?? {};
    return {
      ...(has.take && { take: (lead) => either((program) => called(program.take)(lead)) }),
      ...(has.webhook && {
        webhook: (request) => either((program) => called(program.webhook)(request)),
      }),
      ...(has.tick && { tick }),
      ...(has.orphans && { orphans: () => either((program) => called(program.orphans)()) }),
    };
  };
}

/**
 * Each lead is decided, or held as possibly paid. A machine can die with a lead without the world
 * knowing, so the world's own `everyLeadDecided` does not recognise that doubt.
 */
export const decidedOrInDoubt: Invariant = ({ decisions, leads }) => {
  const isEnded = (each: GivenAnswer): boolean =>
    ['accept', 'refuse', 'duplicate'].includes(each.decision) || each.code === 'PAID_UNKNOWN';
  assert.deepEqual(
    decisions.filter((each) => !isEnded(each)),
    [],
  );
  assert.equal(decisions.length, leads.length);
};

/** Correct on one machine only: its steps are serialised by a lock in the memory of the process. */
export const locksInMemory: StartProgram = async (context) => {
  const buyer = await buyerWith('looks and then leaps')(context);
  let last: Promise<unknown> = Promise.resolve();
  const alone = <T>(work: () => T | Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    take: (lead) => alone(() => called(buyer.take)(lead)),
    tick: () => alone(() => buyer.tick?.()),
  };
};
