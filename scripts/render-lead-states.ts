import { FINAL_STATES, LEAD_TRANSITIONS, type LeadTransition } from '../src/intake/lead-states.ts';

/** What causes each transition. */
const CAUSES: { readonly [Name in LeadTransition]: string } = {
  'new > asking': 'a lead brings a share that no other lead brought',
  'new > duplicate': 'another lead brought the share; nothing is sent',
  'new > refuse': 'the share or the phone cannot be read; nothing is sent',
  'asking > accept': 'received under the criteria',
  'asking > refuse': 'refused, nothing paid; or held for too long',
  'asking > duplicate': 'the record is another lead’s, or was received elsewhere',
  'asking > hold': 'pending, no response, or perhaps paid',
  'asking > fix': 'our configuration is wrong',
  'asking > asking': 'the process died: another worker takes over',
  'hold > asking': 'due, or taken again',
  'fix > asking': 'due, or taken again',
  'hold > accept': 'a person accepts it with a record of ours',
  'hold > refuse': 'a person refuses it',
  'fix > accept': 'a person accepts it with a record of ours',
  'fix > refuse': 'a person refuses it',
};

/** Draws a lead's states and transitions, from the table that the intake uses. */
export function renderLeadStates(): string {
  const transitions = LEAD_TRANSITIONS.map((name, index) => {
    const [from = '', to = ''] = name.split(' > ');
    return { number: index + 1, isNew: from === 'new', from, to, when: CAUSES[name] };
  });
  const arrows = transitions.map(
    ({ number, isNew, from, to }) => `  ${isNew ? '[*]' : from} --> ${to}: ${number}`,
  );
  const ends = FINAL_STATES.map((state) => `  ${state} --> [*]`);
  const rows = transitions.map(
    ({ number, isNew, from, to, when }) =>
      `| ${number} | ${isNew ? '(new)' : from} | ${to} | ${when} |`,
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
