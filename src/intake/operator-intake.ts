import { LeadIntake } from './intake.ts';
import { type IntakeClient, intakeSettings, type LeadIntakeOptions } from './intake-options.ts';

/** What a person's own intake works with. */
export type OperatorIntakeOptions<Tx> = Pick<
  LeadIntakeOptions<Tx>,
  'account' | 'ledger' | 'onError' | 'clock' | 'deadlineMs'
> & {
  readonly client?: LeadIntakeOptions<Tx>['client'] | undefined;
  readonly criteria?: LeadIntakeOptions<Tx>['criteria'] | undefined;
  /** Whether a program's intake will tell what is decided here to its `onDecision`. */
  readonly isToldLater: boolean;
};

/**
 * Creates an intake for a command that a person runs beside the program that owns the ledger. What it
 * decides is left due, with what came in: the program's next pass calls `onDecision`, and erases.
 * Without a client it can do all that sends nothing.
 */
export function operatorIntake<Tx>(options: OperatorIntakeOptions<Tx>): LeadIntake<Tx> {
  const { isToldLater, client = {} as IntakeClient, criteria = { schemaVersion: 1 } } = options;
  const { account, ledger, onError, clock, deadlineMs } = options;
  const rest = { account, ledger, onError, clock, deadlineMs };
  const settings = intakeSettings({ ...rest, client, criteria });
  return new LeadIntake({ ...settings, tellsLater: isToldLater });
}
