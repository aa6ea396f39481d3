import type { Note } from '../fields/field-notes.tsx';
import { SelectField } from '../fields/select-field.tsx';
import { TextArea } from '../fields/text-area.tsx';
import { TextField } from '../fields/text-field.tsx';
import { BOXES, type BoxChoice, type CaptureChanges } from './capture-changes.ts';

interface CaptureFieldsProps {
  readonly changes: CaptureChanges;
  readonly onChange: (changes: CaptureChanges) => void;
}

/** Whether a text could be a number of North America: ten digits, or eleven from 1, and no word. */
const isNorthAmerican = (phone: string): boolean =>
  /^1?\d{10}$/.test(phone.replaceAll(/\D/g, '')) && !/\p{L}|\+(?!\s*1)/u.test(phone);

/** Says of a number that no reading of the service can match with a lead (spec §2.7). */
function phoneNotes(phone: string): readonly Note[] {
  if (phone === '' || isNorthAmerican(phone)) return [];
  const message =
    'This is no North American number, so no lead’s phone can match the record. It is captured as it is.';
  return [{ path: 'phone', tone: 'wait', message }];
}

/** Fields for what is changed most often in a described page. */
export function CaptureFields({ changes, onChange }: CaptureFieldsProps) {
  const set = (change: Partial<CaptureChanges>) => onChange({ ...changes, ...change });
  return (
    <>
      <div class="fields">
        <TextField
          label="Phone"
          type="tel"
          value={changes.phone}
          onChange={(phone) => set({ phone })}
          hint="Optional, in any format. Default: the page's own."
          notes={phoneNotes(changes.phone)}
        />
        <TextField
          label="Lead id"
          value={changes.leadId}
          onChange={(leadId) => set({ leadId })}
          hint="lead_id in the custom metadata."
        />
      </div>
      <TextArea
        label="Wording"
        rows={3}
        value={changes.wording}
        onChange={(wording) => set({ wording })}
        hint="Optional. Replaces the text of the first disclosure. Default: the page's own."
      />
      <SelectField<BoxChoice>
        label="Linked checkboxes"
        value={changes.boxes}
        options={(Object.keys(BOXES) as BoxChoice[]).map((name) => [name, name])}
        onChange={(boxes) => set({ boxes })}
      />
    </>
  );
}
