import type { Issue } from '../ground/rows.ts';

/** A note on a field: it is wrong, or probably unintended. */
export interface Note extends Issue {
  readonly tone: 'bad' | 'wait';
}

/** Returns the notes on a field and on what is inside it. */
export function notesAt(notes: readonly Note[], path: string): readonly Note[] {
  return notes.filter((note) => note.path === path || note.path.startsWith(`${path}.`));
}

interface FieldNotesProps {
  readonly id: string;
  readonly notes: readonly Note[];
}

/** The notes on a field, shown below it. */
export function FieldNotes({ id, notes }: FieldNotesProps) {
  if (notes.length === 0) return null;
  return (
    <ul id={id} class="notes">
      {notes.map(({ tone, path, message }) => (
        <li key={`${path} ${message}`} class={tone}>
          {message}
        </li>
      ))}
    </ul>
  );
}
