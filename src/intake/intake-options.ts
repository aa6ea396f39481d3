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
  objectWith,
  required,
  text,
  told,
  wholeNumber,
} from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import type { Clock } from '../platform/clock.ts';
import { systemClock } from '../platform/clock.ts';
import { ignoringErrors } from '../platform/ignoring-errors.ts';
import type { FinalDecision } from './decision.ts';
import { Health } from './health.ts';
import { type Lead, type LeadName, nameOf } from './lead.ts';
import type { Ledger, LedgerFacts } from './ledger.ts';
import { opening, skewOf } from './opening.ts';

/** The parts of a client that an intake uses. */
export type IntakeClient = Pick<ConsentEvidence, 'shares' | 'cdrs' | 'domains'>;

/** What `onDecision` gets besides the decision. */
export interface DecisionContext<Tx = unknown> {
  /**
   * The ledger's transaction: what you write through it is committed together with the decision.
   * `undefined` on a ledger without transactions.
   */
  readonly tx: Tx;
  /** The lead that was decided. Its phone and data are erased with the decision. */
  readonly lead: DecidedLead;
}

/** A decided lead, as `onDecision` gets it. */
export interface DecidedLead extends LeadName {
  /** The phone number, as it came in. */
  readonly phone: string;
  /** Your own data, if the lead came with any. */
  readonly data?: unknown;
}

/** Options of {@link createLeadIntake}. */
export interface LeadIntakeOptions<Tx = unknown> {
  /** A client with the buyer's API key. */
  readonly client: IntakeClient;
  /**
   * The name of the account that pays, at most 100 characters, such as the brand's. The ledger keeps
   * it and refuses any other: it would pay for the leads of this one. Default: `''`.
   */
  readonly account?: string | undefined;
  /** Where leads are kept, a ledger for each account; see {@link Ledger}. */
  readonly ledger: Ledger<Tx>;
  /**
   * What a record must meet (spec §2.7): one value for all leads, or a function of the lead, which
   * may not return a promise. `leadMatch` is added with the lead's own phone. A value is checked at
   * once. If the function throws for a new lead, nothing is sent or saved.
   */
  readonly criteria: AcceptanceCriteria | ((lead: Lead) => AcceptanceCriteria);
  /**
   * Criteria that are only judged, on each accepted record, to see what they would refuse; they
   * change no decision. The record is read for it: one more request for each accepted lead. The
   * default readings are used, and the phone is not looked at. {@link LeadIntake.report} counts.
   */
  readonly shadow?: AcceptanceCriteria | undefined;
  /**
   * `take` has answered by then, in milliseconds, 100 to 600,000, whatever hangs: the ledger, the
   * service, or an `onDecision` that awaits. The answer is `hold` with `STILL_WORKING` once the lead
   * is saved, and a `LedgerError` before; the work goes on. Default: no limit but `deadlineMs`.
   */
  readonly answerWithinMs?: number | undefined;
  /**
   * How long `take` waits for the service, in milliseconds, at most 10 minutes. After a lost
   * response it may wait that long again, to read the record. Default: 2,500.
   */
  readonly deadlineMs?: number | undefined;
  /** The same for each lead of `work` and `resume`. Default: 30,000. */
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
   * has five seconds. Without transactions it runs after the decision is saved, and a worker may
   * call it again after a crash.
   */
  readonly onDecision?:
    | ((decision: FinalDecision, context: DecisionContext<Tx>) => void | Promise<void>)
    | undefined;
  /**
   * Called with errors that are not part of a decision: from the ledger after a receive, from
   * `onDecision`, or from `criteria`; and once, without a name, with a `ClockSkewError` if the
   * ledger's database has another time than this machine. Errors that it throws, or rejects with,
   * are ignored.
   */
  readonly onError?: ((error: unknown, lead: LeadName) => void) | undefined;
  /** Default: real time. */
  readonly clock?: Clock | undefined;
}

/** The options, with defaults filled in. */
export interface IntakeSettings<Tx> {
  readonly client: IntakeClient;
  readonly account: string;
  /** Resolves once the ledger is open for the account. Comes before anything else. */
  readonly opened: () => Promise<LedgerFacts>;
  readonly ledger: Ledger<Tx>;
  readonly shadow: AcceptanceCriteria | undefined;
  readonly answerWithinMs: number | undefined;
  /** Whether decisions are left due, so that another program's pass tells them. */
  readonly tellsLater: boolean;
  readonly criteriaFor: (lead: Lead) => AcceptanceCriteria;
  readonly deadlineMs: number;
  readonly resumeDeadlineMs: number;
  readonly holdForMs: number;
  readonly onDecision: LeadIntakeOptions<Tx>['onDecision'];
  readonly onError: (error: unknown, lead: LeadName) => void;
  readonly clock: Clock;
  /** How the service fares, as this process has seen it. */
  readonly health: Health;
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
  account: text(0, 100),
  ledger: required(
    objectWith(
      'a ledger',
      'open',
      'add',
      'lease',
      'save',
      'get',
      'acceptedRecords',
      'list',
      'prune',
      'nextDue',
    ),
  ),
  shadow: kindOf('criteria', isCriteria),
  answerWithinMs: wholeNumber(100, DEADLINE_MAX_MS, 'milliseconds'),
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
function checkCriteria(
  { shares }: IntakeClient,
  name: 'criteria' | 'shadow',
  criteria: AcceptanceCriteria,
): void {
  try {
    const checked: unknown = (shares as Partial<typeof shares>).checkAcceptance?.(criteria);
    void ignoringErrors(() => checked);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) return;
    throw new InvalidInputError(error.issues, undefined, name);
  }
}

/**
 * Checks the options and fills in defaults.
 *
 * @throws `InvalidInputError` naming each invalid option.
 */
export function intakeSettings<Tx>(options: LeadIntakeOptions<Tx>): IntakeSettings<Tx> {
  const given = checkedOptions<LeadIntakeOptions<Tx>>(OPTIONS, options);
  const { client, account = '', ledger, criteria, shadow, onDecision, onError } = given;
  const clock = given.clock ?? systemClock;
  if (typeof criteria !== 'function') checkCriteria(client, 'criteria', criteria);
  if (shadow !== undefined) checkCriteria(client, 'shadow', shadow);
  // An error of the caller's own callback must not undo a decision that is durable.
  const tell = (error: unknown, lead: LeadName): void =>
    void ignoringErrors(() => onError?.(error, nameOf(lead)));
  const open = async (): Promise<LedgerFacts> => {
    const before = clock.now();
    const facts = await ledger.open(account);
    // A caller's clock is one of its own making, which no database has.
    const skew = given.clock === undefined && skewOf(facts.clockMs, before, clock.now());
    if (skew) tell(skew, { source: '', leadId: '' });
    return facts;
  };
  return {
    client,
    account,
    opened: opening(open),
    ledger,
    shadow,
    answerWithinMs: given.answerWithinMs,
    tellsLater: false,
    criteriaFor: typeof criteria === 'function' ? criteria : () => criteria,
    deadlineMs: given.deadlineMs ?? DEADLINE_MS,
    resumeDeadlineMs: given.resumeDeadlineMs ?? RESUME_DEADLINE_MS,
    holdForMs: given.holdForMs ?? HOLD_FOR_MS,
    onDecision,
    onError: tell,
    clock,
    health: new Health(clock),
  };
}
