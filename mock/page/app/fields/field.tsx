import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { FieldNotes, type Note } from './field-notes.tsx';

/** The parts around every field. */
export interface FieldFrame {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly notes?: readonly Note[];
}

/** The attributes that link a control to its hint and notes for assistive technology. */
export interface Described {
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
}

interface FieldProps extends FieldFrame {
  readonly children: (described: Described) => ComponentChildren;
}

/** A control with its label above it, and its hint and notes below it. */
export function Field({ label, hint, notes = [], children }: FieldProps) {
  const id = useId();
  const ids = [hint !== undefined && `${id}-hint`, notes.length > 0 && `${id}-notes`].filter(
    Boolean,
  );
  return (
    <div class="field">
      <label>
        <span>{label}</span>
        {children({
          ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
          ...(notes.some(({ tone }) => tone === 'bad') && { 'aria-invalid': true }),
        })}
      </label>
      {hint !== undefined && (
        <small id={`${id}-hint`} class="quiet">
          {hint}
        </small>
      )}
      <FieldNotes id={`${id}-notes`} notes={notes} />
    </div>
  );
}
