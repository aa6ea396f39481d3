import { useId } from 'preact/hooks';
import { FieldNotes, type Note } from './field-notes.tsx';

interface CheckBoxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly notes?: readonly Note[];
}

/** A checkbox with its label beside it. */
export function CheckBox({ label, checked, onChange, notes = [] }: CheckBoxProps) {
  const id = useId();
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          checked={checked}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          {...(notes.length > 0 && { 'aria-describedby': id })}
        />
        <span>{label}</span>
      </label>
      <FieldNotes id={id} notes={notes} />
    </div>
  );
}
