import type { AskService } from './account.ts';
import type { Answer } from './answer.ts';
import type { Charges } from './charges.ts';
import { notMeasured } from './not-measured.ts';
import { DEFERRED_BODY, LANDING_BODY, PAID_REQUESTS, type PaidName } from './paid-requests.ts';
import { cdrPath, type Specimen } from './records.ts';

/** The guard's lists for chargeable requests. */
export interface PaidFacts {
  /** Tokens of this run with which a receive may succeed. */
  readonly landable: Set<string>;
  /** Who may collect which record: `sender` or `receiver`, a space, and the `cdrId`. */
  readonly collectable: Set<string>;
}

/** What tier 4 changed, or may have changed if a response was lost. */
export interface OwnChanges {
  /** The domain of each record that the receiver received, by `cdrId`. */
  readonly received: ReadonlyMap<string, string>;
  /** The `cdrId` of each record that the sender collected. */
  readonly collected: ReadonlySet<string>;
}

interface PaidOptions {
  readonly ask: AskService;
  readonly charges: Charges;
  readonly facts: PaidFacts;
}

/** Sends the chargeable requests of tier 4: adds each to the guard's lists and keeps what changed. */
export class Paid implements OwnChanges {
  readonly received = new Map<string, string>();
  readonly collected = new Set<string>();
  readonly charges: Charges;
  readonly #ask: AskService;
  readonly #facts: PaidFacts;

  constructor({ ask, charges, facts }: PaidOptions) {
    this.#ask = ask;
    this.charges = charges;
    this.#facts = facts;
  }

  /** @throws NotMeasured if these requests could exceed `maxCharges`. */
  need(...names: readonly PaidName[]): void {
    const { left, max } = this.charges;
    if (left >= names.length) return;
    const what = names.map((name) => PAID_REQUESTS[name].asks).join(' ');
    notMeasured(`maxCharges (${max}) has ${left} left, which may not be enough: ${what}`);
  }

  /** Receives a record into the receiver's account. */
  receive(name: 'receive' | 'receiveDeferred', token: string, specimen: Specimen): Promise<Answer> {
    this.need(name);
    this.#facts.landable.add(token);
    this.received.set(specimen.cdrId, specimen.entry.domainId);
    const body = name === 'receive' ? LANDING_BODY : DEFERRED_BODY;
    const path = `/v1/shares/${encodeURIComponent(token)}`;
    return this.#ask({ as: 'receiver', method: 'POST', path, body });
  }

  /** Collects a record, which bills the organization if it has no access yet (spec §4.4). */
  collect(name: 'collect' | 'collectReceived', cdrId: string): Promise<Answer> {
    this.need(name);
    const as = name === 'collect' ? 'sender' : 'receiver';
    this.#facts.collectable.add(`${as} ${cdrId}`);
    if (as === 'sender') this.collected.add(cdrId);
    return this.#ask({ as, method: 'POST', path: `${cdrPath(cdrId)}/collect` });
  }
}
