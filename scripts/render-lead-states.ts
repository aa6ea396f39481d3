import { FINAL_STATES, LEAD_TRANSITIONS } from '../src/intake/lead-states.ts';

/** Draws a lead's states and transitions, from the table that the intake uses. */
export function renderLeadStates(): string {
  const arrows = LEAD_TRANSITIONS.map(
    ({ from, to }, index) => `  ${from ?? '[*]'} --> ${to}: ${index + 1}`,
  );
  const ends = FINAL_STATES.map((state) => `  ${state} --> [*]`);
  const rows = LEAD_TRANSITIONS.map(
    ({ from, to, when }, index) => `| ${index + 1} | ${from ?? '(new)'} | ${to} | ${when} |`,
  );
  return [
    '```mermaid',
    '%% The states of a lead; the table below says what takes it from one to the next',
    'stateDiagram-v2',
    ...arrows,
    ...ends,
    '```',
    '',
    '| | from | to | when |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
