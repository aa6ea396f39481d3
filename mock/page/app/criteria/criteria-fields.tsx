import { CheckBox } from '../fields/check-box.tsx';
import { notesAt } from '../fields/field-notes.tsx';
import { TextField } from '../fields/text-field.tsx';
import { formatDuration } from '../ground/format.ts';
import type { CriteriaAccess } from './criteria-access.ts';
import { valueAt } from './criteria-text.ts';
import { DISCLOSURE_CHECKS } from './rules-of.ts';
import { TextRules } from './text-rules.tsx';

const EVERY = 'requireEveryDisclosureConsented';
const BY_BUTTON = 'allowConsentBySubmission';

function Checks({ value, notes, set }: CriteriaAccess) {
  const at = (field: string) => valueAt(value, ['disclosure', field]);
  const isEvery = at(EVERY) === true;
  return (
    <div class="checks">
      {DISCLOSURE_CHECKS.map(([field, label]) => (
        <CheckBox
          key={field}
          label={label}
          checked={at(field) === true}
          onChange={(checked) => set(['disclosure', field], checked || undefined)}
          notes={notesAt(notes, `disclosure.${field}`)}
        />
      ))}
      {(isEvery || at(BY_BUTTON) !== undefined) && (
        <CheckBox
          label="… the submit button counts as consent too"
          checked={at(BY_BUTTON) === true}
          onChange={(checked) => set(['disclosure', BY_BUTTON], checked || undefined)}
          notes={notesAt(notes, `disclosure.${BY_BUTTON}`)}
        />
      )}
    </div>
  );
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Returns a number if the text is one. Anything else stays, for the check to report. */
function numberOr(text: string): number | string | undefined {
  if (text === '') return undefined;
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** The fields of acceptance criteria (spec §2.7). */
export function CriteriaFields({ value, notes, set }: CriteriaAccess) {
  const age = valueAt(value, ['record', 'maxAgeSeconds']);
  return (
    <>
      <Checks value={value} notes={notes} set={set} />
      <div class="fields">
        <TextField
          label="Maximum age (seconds)"
          value={textOf(age)}
          onChange={(text) => set(['record', 'maxAgeSeconds'], numberOr(text))}
          hint={typeof age === 'number' && age > 0 ? formatDuration(age * 1000) : undefined}
          notes={notesAt(notes, 'record.maxAgeSeconds')}
        />
        <TextField
          label="The lead's phone number"
          type="tel"
          value={textOf(valueAt(value, ['leadMatch', 'phone']))}
          onChange={(text) => set(['leadMatch', 'phone'], text === '' ? undefined : text)}
          notes={notesAt(notes, 'leadMatch.phone')}
        />
      </div>
      <TextRules kind="required" value={value} notes={notes} set={set} />
      <TextRules kind="forbidden" value={value} notes={notes} set={set} />
    </>
  );
}
