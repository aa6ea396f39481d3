import type { ConsentEvidence } from '../client/client.ts';
import type { AcceptanceCriteria } from '../contract/acceptance.ts';
import { UNIT_MS } from '../contract/limits.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import {
  callback,
  clockKind,
  isObject,
  type Kind,
  kindOf,
  required,
  told,
  wholeNumber,
} from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import type { Clock } from '../platform/clock.ts';
import { systemClock } from '../platform/clock.ts';
import { ignoringErrors } from '../platform/ignoring-errors.ts';
import type { FinalDecision } from './decision.ts';
import type { Lead } from './lead.ts';
import type { Ledger } from './ledger.ts';

/** The parts of a client that an intake uses. */
export type IntakeClient = Pick<ConsentEvidence, 'shares' | 'cdrs' | 'domains'>;

/** What `onDecision` gets besides the decision. */
export interface DecisionContext<Tx = unknown> {
  /**
   * The ledger's transaction: what you write through it is committed together with the decision.
   * `undefined` on a ledger without transactions.
   */
  readonly tx: Tx;
}

/** Options of {@link createLeadIntake}. */
export interface LeadIntakeOptions<Tx = unknown> {
  /** A client with the buyer's API key. */
  readonly client: IntakeClient;
  /** Where leads are kept, a ledger for each account; see {@link Ledger}. */
  readonly ledger: Ledger<Tx>;
  /**
   * What a record must meet (spec §2.7): one value for all leads, or a function of the lead, which
   * may not return a promise. `leadMatch` is added with the lead's own phone. A value is checked at
   * once. If the function throws for a new lead, nothing is sent or saved.
   */
  readonly criteria: AcceptanceCriteria | ((lead: Lead) => AcceptanceCriteria);
  /**
   * How long `take` waits for the service, in milliseconds, at most 10 minutes. After a lost
   * response it may wait that long again, to read the record. Default: 2,500.
   */
  readonly deadlineMs?: number | undefined;
  /** The same for each lead of `resume`. Default: 30,000. */
  readonly resumeDeadlineMs?: number | undefined;
  /**
   * How long a lead may be held, in milliseconds, 15 minutes to 366 days. From then on nothing is
   * sent that could be charged, and it is refused with `HELD_TOO_LONG`, at the soonest 15 minutes
   * after its last receive. Default: 72 hours.
   */
  readonly holdForMs?: number | undefined;
  /**
   * Called with each final decision, at least once. On a ledger with transactions it runs in the
   * transaction that saves the decision: both are committed, or neither is. On SQLite, a promise
   * has five seconds. Without transactions it runs after the decision is saved, and `resume` may
   * call it again after a crash.
   */
  readonly onDecision?:
    | ((decision: FinalDecision, context: DecisionContext<Tx>) => void | Promise<void>)
    | undefined;
  /**
   * Called with errors that are not part of a decision: from the ledger after a receive, from
   * `onDecision`, or from `criteria`. Errors that it throws, or rejects with, are ignored.
   */
  readonly onError?: ((error: unknown, context: { leadId: string }) => void) | undefined;
  /** Default: real time. */
  readonly clock?: Clock | undefined;
}

/** The options, with defaults filled in. */
export interface IntakeSettings<Tx> {
  readonly client: IntakeClient;
  readonly ledger: Ledger<Tx>;
  readonly criteriaFor: (lead: Lead) => AcceptanceCriteria;
  readonly deadlineMs: number;
  readonly resumeDeadlineMs: number;
  readonly holdForMs: number;
  readonly onDecision: LeadIntakeOptions<Tx>['onDecision'];
  readonly onError: (error: unknown, leadId: string) => void;
  readonly clock: Clock;
}

const DEADLINE_MS = 2_500;
const RESUME_DEADLINE_MS = 30_000;
const DEADLINE_MAX_MS = 600_000;
const HOLD_FOR_MS = 72 * UNIT_MS.hours;
/** A receive that was sent may arrive until then, so nothing is refused sooner. */
const HOLD_FOR_MIN_MS = 15 * UNIT_MS.minutes;
const HOLD_FOR_MAX_MS = 366 * UNIT_MS.days;

/** Whether these can be criteria: an object, and not a promise of one. */
export const isCriteria = (value: unknown): value is object =>
  isObject(value) && !('then' in value);

const deadline = (): Kind => wholeNumber(1, DEADLINE_MAX_MS, 'milliseconds');

const OPTIONS = (): OptionTable<LeadIntakeOptions<never>> => ({
  client: required(kindOf('a ConsentEvidence client', isObject)),
  ledger: required(kindOf('a ledger', isObject)),
  criteria: required(
    kindOf('criteria, or a function', (value) => isCriteria(value) || callback.fits(value)),
  ),
  deadlineMs: deadline(),
  resumeDeadlineMs: deadline(),
  holdForMs: wholeNumber(HOLD_FOR_MIN_MS, HOLD_FOR_MAX_MS, 'milliseconds'),
  onDecision: callback,
  onError: told,
  clock: clockKind,
});

/**
 * Checks criteria as `receive` will, at the same paths. A client that is wrapped, or stands in for
 * one in a test, may not be able to: then the first lead shows it.
 */
function checkCriteria({ shares }: IntakeClient, criteria: AcceptanceCriteria): void {
  try {
    const checked: unknown = (shares as Partial<typeof shares>).checkAcceptance?.(criteria);
    void ignoringErrors(() => checked);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) return;
    throw new InvalidInputError(error.issues, undefined, 'criteria');
  }
}

/**
 * Checks the options and fills in defaults.
 *
 * @throws `InvalidInputError` naming each invalid option.
 */
export function intakeSettings<Tx>(options: LeadIntakeOptions<Tx>): IntakeSettings<Tx> {
  const given = checkedOptions<LeadIntakeOptions<Tx>>(OPTIONS, options);
  const { client, ledger, criteria, onDecision, onError } = given;
  if (typeof criteria !== 'function') checkCriteria(client, criteria);
  return {
    client,
    ledger,
    criteriaFor: typeof criteria === 'function' ? criteria : () => criteria,
    deadlineMs: given.deadlineMs ?? DEADLINE_MS,
    resumeDeadlineMs: given.resumeDeadlineMs ?? RESUME_DEADLINE_MS,
    holdForMs: given.holdForMs ?? HOLD_FOR_MS,
    onDecision,
    // An error of the caller's own callback must not undo a decision that is durable.
    onError: (error, leadId) => void ignoringErrors(() => onError?.(error, { leadId })),
    clock: given.clock ?? systemClock,
  };
}
