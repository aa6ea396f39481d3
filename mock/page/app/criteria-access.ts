import type { Path } from './criteria-text.ts';
import type { Note } from './field-notes.tsx';

/** The value that the fields of criteria show and change: any JSON value. */
export interface CriteriaAccess {
  readonly value: unknown;
  readonly notes: readonly Note[];
  readonly set: (path: Path, given: unknown) => void;
}
