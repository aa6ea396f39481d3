import type { Note } from '../fields/field-notes.tsx';
import { SelectField } from '../fields/select-field.tsx';
import { TextArea } from '../fields/text-area.tsx';
import { CriteriaFields } from './criteria-fields.tsx';
import { type Path, readCriteria, withField } from './criteria-text.ts';
import { TYPICAL_CRITERIA } from './typical-criteria.ts';
import { useCriteriaCheck } from './use-criteria-check.ts';

const NOTHING = 'None';
const OWN = 'Custom';

const TEXTS = new Map([
  [NOTHING, ''],
  ...Object.entries(TYPICAL_CRITERIA).map(
    ([name, criteria]) => [name, JSON.stringify(criteria, null, 2)] as const,
  ),
]);

interface CriteriaEditorProps {
  /** The criteria as JSON. Empty if there are none. */
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function Typical({ text, onChange }: CriteriaEditorProps) {
  const [name = OWN] = [...TEXTS].find(([, each]) => each === text) ?? [];
  const names = [...(name === OWN ? [OWN] : []), ...TEXTS.keys()];
  return (
    <SelectField
      label="Typical criteria"
      value={name}
      options={names.map((each) => [each, each])}
      onChange={(chosen) => onChange(TEXTS.get(chosen) ?? text)}
    />
  );
}

/** All notes with their paths. A field shows only its own. */
function Findings({ notes }: { notes: readonly Note[] }) {
  return (
    <ul class="notes" aria-live="polite" aria-label="Check results">
      {notes.map(({ tone, path, message }) => (
        <li key={`${path} ${message}`} class={tone}>
          {path !== '' && <code>{path}</code>} {message}
        </li>
      ))}
    </ul>
  );
}

/**
 * Acceptance criteria (spec §2.7) as fields and as JSON. The JSON is what is sent. The fields read
 * and write it, so neither loses what the other cannot show.
 */
export function CriteriaEditor({ text, onChange }: CriteriaEditorProps) {
  const notes = useCriteriaCheck(text);
  const read = readCriteria(text);
  const isBroken = 'fault' in read;
  const value = isBroken ? undefined : read.value;
  const set = (path: Path, given: unknown) => onChange(withField(value, path, given));
  return (
    <fieldset class="criteria">
      <legend>Acceptance criteria</legend>
      <div class="fields">
        <Typical text={text} onChange={onChange} />
      </div>
      <div class="sides">
        <fieldset class="plain" disabled={isBroken} aria-label="As fields">
          {isBroken && <p class="quiet">To use the fields, correct the JSON first.</p>}
          <CriteriaFields value={value} notes={isBroken ? [] : notes} set={set} />
        </fieldset>
        <div>
          <TextArea
            label="As JSON"
            rows={Math.min(30, Math.max(10, text.split('\n').length))}
            value={text}
            onChange={onChange}
            isCode
            hint={text.trim() === '' ? 'Empty: no criteria are checked.' : undefined}
          />
          <Findings notes={notes} />
        </div>
      </div>
    </fieldset>
  );
}
