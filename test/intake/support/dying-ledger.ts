import type { Ledger } from '../../../src/intake/ledger.ts';

/** Stands for the process that died: whoever waits for it waits for ever. */
const NEVER = new Promise<never>(() => undefined);

/** When the process dies: before or after the ledger's n-th statement from now, counted from 1. */
export interface Death {
  readonly statement: number;
  readonly when: 'before' | 'after';
}

/**
 * A ledger whose process dies at a statement: what was awaited there never comes back, and `died`
 * resolves. Statements of the dead process do nothing any more.
 */
export function dyingLedger(ledger: Ledger<undefined>, death: Death | undefined) {
  let statements = 0;
  let tell = (): void => undefined;
  const died = new Promise<'died'>((resolve) => {
    tell = () => resolve('died');
  });
  let isDead = false;
  const die = (): Promise<never> => {
    isDead = true;
    tell();
    return NEVER;
  };
  async function statement<T>(run: () => Promise<T>): Promise<T> {
    if (isDead) return NEVER;
    statements += 1;
    if (statements !== death?.statement) return run();
    if (death.when === 'before') return die();
    await run();
    return die();
  }
  const dying: Ledger<undefined> = {
    transactional: false,
    add: (entry) => statement(() => ledger.add(entry)),
    lease: (query) => statement(() => ledger.lease(query)),
    save: (entry) => statement(() => ledger.save(entry)),
    get: (leadId) => statement(() => ledger.get(leadId)),
    acceptedRecords: (cdrIds) => statement(() => ledger.acceptedRecords(cdrIds)),
  };
  return { ledger: dying, died };
}
