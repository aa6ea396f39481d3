import { FINAL_STATES, LEAD_TRANSITIONS, type LeadTransition } from '../src/intake/lead-states.ts';

/** What causes each transition: the words on its arrow, and a sentence. */
const CAUSES: { readonly [Name in LeadTransition]: readonly [words: string, when: string] } = {
  'new > asking': ['new share', 'a lead brings a share that no other lead brought'],
  'new > duplicate': ['known share', 'another lead brought the share; nothing is sent'],
  'new > refuse': ['unreadable', 'the share or the phone cannot be read; nothing is sent'],
  'asking > accept': ['received', 'received under the criteria'],
  'asking > refuse': ['refused', 'refused, nothing paid; or held for too long'],
  'asking > duplicate': ['not its own', 'the record is another lead’s, or was received elsewhere'],
  'asking > hold': ['no result', 'pending, no response, or perhaps paid'],
  'asking > fix': ['your fault', 'your configuration is wrong'],
  'asking > asking': ['worker died', 'the process died: another worker takes over'],
  'hold > asking': ['due', 'due, or taken again'],
  'fix > asking': ['due', 'due, or taken again'],
  'hold > accept': ['settled', 'a person accepts it with a record of yours'],
  'hold > refuse': ['settled', 'a person refuses it'],
  'fix > accept': ['settled', 'a person accepts it with a record of yours'],
  'fix > refuse': ['settled', 'a person refuses it'],
};

/** Draws a lead's states and transitions, from the table that the intake uses. */
export function renderLeadStates(): string {
  const transitions = LEAD_TRANSITIONS.map((name, index) => {
    const [from = '', to = ''] = name.split(' > ');
    const [words, when] = CAUSES[name];
    return { number: index + 1, isNew: from === 'new', from, to, words, when };
  });
  const arrows = transitions.map(
    ({ number, isNew, from, to, words }) =>
      `  ${isNew ? '[*]' : from} --> ${to}: ${number} ${words}`,
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
