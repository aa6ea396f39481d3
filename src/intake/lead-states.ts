/** The state of a lead in the ledger. */
export type LeadState = 'asking' | 'hold' | 'fix' | 'accept' | 'refuse' | 'duplicate';

/** A transition from one state to another, and what causes it. */
export interface LeadTransition {
  readonly from: LeadState | null;
  readonly to: LeadState;
  readonly when: string;
}

/**
 * All states and transitions of a lead. The guide's chart is drawn from these rows, and an entry
 * with any other transition is refused before it is written.
 */
export const LEAD_TRANSITIONS: readonly LeadTransition[] = [
  { from: null, to: 'asking', when: 'a lead brings a share that no other lead brought' },
  { from: null, to: 'duplicate', when: 'another lead brought the share; nothing is sent' },
  { from: null, to: 'refuse', when: 'the share or the phone cannot be read; nothing is sent' },
  { from: 'asking', to: 'accept', when: 'received under the criteria' },
  { from: 'asking', to: 'refuse', when: 'refused, nothing paid; or held for too long' },
  {
    from: 'asking',
    to: 'duplicate',
    when: 'the record is another lead’s, or was received elsewhere',
  },
  { from: 'asking', to: 'hold', when: 'pending, no response, or perhaps paid' },
  { from: 'asking', to: 'fix', when: 'our configuration is wrong' },
  { from: 'asking', to: 'asking', when: 'the process died: another worker takes over' },
  { from: 'hold', to: 'asking', when: 'due, or taken again' },
  { from: 'fix', to: 'asking', when: 'due, or taken again' },
];

/** The states in which no more requests are sent. */
export const FINAL_STATES: readonly LeadState[] = ['accept', 'refuse', 'duplicate'];

/** Tells whether a lead in this state is decided. */
export function isFinal(state: LeadState): boolean {
  return FINAL_STATES.includes(state);
}

/**
 * Returns `to` if the table has the transition.
 *
 * @throws `Error` for any other transition: a bug in this package.
 */
export function transition(from: LeadState | null, to: LeadState): LeadState {
  if (LEAD_TRANSITIONS.some((each) => each.from === from && each.to === to)) return to;
  throw new Error(`a lead cannot go from ${from ?? 'nowhere'} to ${to}`);
}
