/** The state of a lead in the ledger. */
export type LeadState = 'asking' | 'hold' | 'fix' | 'accept' | 'refuse' | 'duplicate';

const STATES: Readonly<Record<LeadState, true>> = {
  asking: true,
  hold: true,
  fix: true,
  accept: true,
  refuse: true,
  duplicate: true,
};

/** The states of a lead. */
export const LEAD_STATES = Object.keys(STATES) as readonly LeadState[];

/**
 * All transitions of a lead, from one state to the next. The guide's chart is drawn from them, and
 * an entry with any other transition is refused before it is written.
 */
export const LEAD_TRANSITIONS = [
  'new > asking',
  'new > duplicate',
  'new > refuse',
  'asking > accept',
  'asking > refuse',
  'asking > duplicate',
  'asking > hold',
  'asking > fix',
  'asking > asking',
  'hold > asking',
  'fix > asking',
  // A person decides.
  'hold > accept',
  'hold > refuse',
  'fix > accept',
  'fix > refuse',
] as const;

/** The name of one transition. */
export type LeadTransition = (typeof LEAD_TRANSITIONS)[number];

/** The states in which no more requests are sent. */
export const FINAL_STATES: readonly LeadState[] = ['accept', 'refuse', 'duplicate'];

/** Tells whether a lead in this state is decided. */
export function isFinal(state: LeadState): boolean {
  return FINAL_STATES.includes(state);
}

/**
 * Returns `to` if there is a transition to it from the state, which is null for a new lead.
 *
 * @throws `Error` for any other transition: a bug in this package.
 */
export function transition(from: LeadState | null, to: LeadState): LeadState {
  const name = `${from ?? 'new'} > ${to}`;
  if (LEAD_TRANSITIONS.some((each) => each === name)) return to;
  throw new Error(`a lead has no transition ${name}`);
}
