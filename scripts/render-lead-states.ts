import { FINAL_STATES, LEAD_TRANSITIONS } from '../src/intake/lead-states.ts';

/** A lead's states and transitions, drawn from the table that the intake goes by. */
export function renderLeadStates(): string {
  const arrows = LEAD_TRANSITIONS.map(
    ({ from, to, when }) => `  ${from ?? '[*]'} --> ${to}: ${when.replace(/[;:]/g, ',')}`,
  );
  const ends = FINAL_STATES.map((state) => `  ${state} --> [*]`);
  const rows = LEAD_TRANSITIONS.map(
    ({ from, to, when }) => `| ${from ?? '(new)'} | ${to} | ${when} |`,
  );
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...arrows,
    ...ends,
    '```',
    '',
    '| from | to | when |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n');
}
