import { useState } from 'preact/hooks';
import { CheckBox } from '../fields/check-box.tsx';
import { type Note, notesAt } from '../fields/field-notes.tsx';
import { FormPanel } from '../fields/form-panel.tsx';
import { OrganizationSelect } from '../fields/organization-select.tsx';
import { SelectField } from '../fields/select-field.tsx';
import { TextField } from '../fields/text-field.tsx';
import { callControl } from '../ground/call-control.ts';
import { ControlFailure } from '../ground/control-failure.ts';
import type { FaultOperation, FaultRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import {
  type FaultDraft,
  type FaultEffect,
  faultOf,
  firstFault,
  TYPICAL_FAULTS,
} from './fault-draft.ts';
import { faultTarget, faultWords, targetChoice } from './fault-words.ts';

const EFFECTS: readonly (readonly [FaultEffect, string])[] = [
  ['error', 'the service returns an error'],
  ['drop', 'the connection is dropped'],
  ['delay', 'the response is delayed'],
];

const PHASES = [
  ['before', 'before processing'],
  ['after', 'after processing'],
] as const;

interface FieldsProps {
  readonly draft: FaultDraft;
  readonly notes: readonly Note[];
  readonly onChange: (change: Partial<FaultDraft>) => void;
  readonly operations: readonly FaultOperation[];
}

function ErrorFields({ draft, notes, onChange, operations }: FieldsProps) {
  const struck = operations.find(({ operation }) => operation === draft.operation);
  return (
    <>
      <TextField
        label="Status"
        type="number"
        value={draft.status}
        onChange={(status) => onChange({ status })}
        hint="Optional, 400 to 599. Default: the status of the code."
        notes={notesAt(notes, 'status')}
      />
      <TextField
        label="Error code"
        value={draft.code}
        onChange={(code) => onChange({ code })}
        proposals={(struck?.codes ?? []).map((code) => ({ value: code }))}
        hint="Optional. A code of this operation. Default: one that fits the status."
        notes={notesAt(notes, 'code')}
      />
      <TextField
        label="Retry-After (seconds)"
        type="number"
        hint="Optional."
        value={draft.retryAfterSeconds}
        onChange={(retryAfterSeconds) => onChange({ retryAfterSeconds })}
        notes={notesAt(notes, 'retryAfterSeconds')}
      />
    </>
  );
}

function LengthFields({ draft, notes, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label="Delay (milliseconds)"
        type="number"
        value={draft.delayMs}
        onChange={(delayMs) => onChange({ delayMs })}
        isRequired={draft.effect === 'delay'}
        hint="On the fake's clock. If the clock is stopped, the delay lasts until you advance it."
        notes={notesAt(notes, 'delayMs')}
      />
      {!draft.isEndless && (
        <TextField
          label="Times"
          type="number"
          value={draft.times}
          onChange={(times) => onChange({ times })}
          isRequired
          notes={notesAt(notes, 'times')}
        />
      )}
    </>
  );
}

function AimFields({ draft, notes, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label="Record"
        value={draft.cdrId}
        onChange={(cdrId) => onChange({ cdrId })}
        hint="Optional. Its cdrId. Requests with its share tokens match too."
        notes={notesAt(notes, 'cdrId')}
      />
      <OrganizationSelect
        label="Organization"
        value={draft.organization}
        onChange={(organization) => onChange({ organization })}
        any="Any"
        notes={notesAt(notes, 'organization')}
      />
    </>
  );
}

/** Returns a note for each refused field. An error about no field is shown beside the button. */
function notesOf(error: unknown): Note[] {
  if (!(error instanceof ControlFailure)) return [];
  return error.issues
    .filter(({ path }) => path !== '')
    .map((issue) => ({ ...issue, tone: 'bad' as const }));
}

/** Adds a fault: where, what, and how often. */
export function FaultForm() {
  const [draft, setDraft] = useState<FaultDraft>(firstFault);
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const change = (part: Partial<FaultDraft>) => setDraft({ ...draft, ...part });
  const add = async (): Promise<string> => {
    try {
      const { fault } = await callControl<{ fault: FaultRow }>('POST', '/faults', faultOf(draft));
      setNotes([]);
      return `From now on ${faultTarget(fault)} ${faultWords(fault)}.`;
    } catch (error) {
      const marked = notesOf(error);
      setNotes(marked);
      throw marked.length === 0 ? error : new Error('Not added. Correct the marked fields.');
    }
  };
  const { data } = useLive<{ operations: FaultOperation[] }>('/faults/operations');
  const { operations = [{ operation: draft.operation, codes: [] }] } = data ?? {};
  const fields = { draft, notes, onChange: change, operations };
  const typical = Object.entries(TYPICAL_FAULTS).find(([, each]) => each === draft)?.[0] ?? '';
  return (
    <FormPanel submitLabel="Add fault" onSubmit={add}>
      <SelectField
        label="Typical faults"
        value={typical}
        options={[
          ...(typical === '' ? ([['', 'Custom']] as const) : []),
          ...Object.keys(TYPICAL_FAULTS).map((name) => [name, name] as const),
        ]}
        onChange={(name) => setDraft(TYPICAL_FAULTS[name as keyof typeof TYPICAL_FAULTS])}
      />
      <div class="fields">
        <SelectField
          label="Operation"
          value={draft.operation}
          options={operations.map(({ operation }) => [operation, targetChoice(operation)])}
          onChange={(operation) => change({ operation })}
        />
        <SelectField
          label="What happens"
          value={draft.effect}
          options={EFFECTS}
          onChange={(effect) => change({ effect })}
        />
        <SelectField
          label="When"
          value={draft.phase}
          options={PHASES}
          onChange={(phase) => change({ phase })}
          hint={
            draft.phase === 'after'
              ? 'The operation takes effect. Only its response is replaced or lost.'
              : undefined
          }
        />
        {draft.effect === 'error' && <ErrorFields {...fields} />}
        <LengthFields {...fields} />
        <AimFields {...fields} />
      </div>
      <CheckBox
        label="Every time, until removed"
        checked={draft.isEndless}
        onChange={(isEndless) => change({ isEndless })}
      />
    </FormPanel>
  );
}
