import { useState } from 'preact/hooks';
import { FormPanel } from '../fields/form-panel.tsx';
import { SelectField } from '../fields/select-field.tsx';
import { TextField } from '../fields/text-field.tsx';
import { callControl } from '../ground/call-control.ts';
import type { OrganizationRow } from '../ground/rows.ts';

type Answer = NonNullable<NonNullable<OrganizationRow['webhook']>['answer']>;
type Choice = '' | '200' | '500' | 'hang' | 'forward';

const CHOICES: readonly (readonly [Choice, string])[] = [
  ['200', '200, received'],
  ['500', '500, failed'],
  ['hang', 'Nothing: it hangs'],
  ['forward', 'What a receiver on this machine answers'],
];

function choiceOf(answer: Answer | null | undefined): Choice {
  if (answer == null) return '';
  if (typeof answer === 'object') return 'forward';
  return String(answer) as Choice;
}

/** Sets what the receiver answers to one organization's events. */
export function AnswerForm({ row }: { row: OrganizationRow }) {
  const { organizationId, name, webhook } = row;
  const answer = webhook?.answer;
  const [choice, setChoice] = useState(choiceOf(answer));
  const [url, setUrl] = useState(
    typeof answer === 'object' && answer !== null ? answer.forwardTo : 'http://127.0.0.1:3000/',
  );
  const set = async (): Promise<string> => {
    const said = { '': 200, 200: 200, 500: 500, hang: 'hang', forward: { forwardTo: url } }[choice];
    const path = `/organizations/${encodeURIComponent(organizationId)}/sink`;
    await callControl('POST', path, { answer: said });
    return `The receiver of ${name} answers as set.`;
  };
  const none = ['', 'Not used: its events go elsewhere'] as const;
  const options = webhook?.answer == null ? [none, ...CHOICES] : CHOICES;
  return (
    <FormPanel submitLabel={`Set the answer to ${name}`} onSubmit={set}>
      <SelectField label="It answers" value={choice} options={options} onChange={setChoice} />
      {choice === 'forward' && (
        <TextField
          label="URL on this machine"
          type="url"
          value={url}
          onChange={setUrl}
          isRequired
        />
      )}
    </FormPanel>
  );
}
