import type { Ledger } from '../../../src/intake/ledger.ts';

/** Never settles, like an await in a dead process. */
const NEVER = new Promise<never>(() => undefined);

/** When the process dies: before or after the n-th statement of the ledger from now, from 1. */
export interface Death {
  readonly statement: number;
  readonly when: 'before' | 'after';
}

/**
 * Makes a ledger whose process dies at a statement: that statement never returns, and `died`
 * resolves. Later statements of the dead process do nothing.
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
    list: (query) => statement(() => ledger.list(query)),
    nextDue: () => statement(() => ledger.nextDue()),
    prune: (query) => statement(() => ledger.prune(query)),
    open: (account) => ledger.open(account),
  };
  return { ledger: dying, died };
}
