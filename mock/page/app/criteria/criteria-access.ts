import type { Note } from '../fields/field-notes.tsx';
import type { Path } from './criteria-text.ts';

/** The value that the fields of criteria show and change: any JSON value. */
export interface CriteriaAccess {
  readonly value: unknown;
  readonly notes: readonly Note[];
  readonly set: (path: Path, given: unknown) => void;
}
