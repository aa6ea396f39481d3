import type { Path } from './criteria-text.ts';
import type { Note } from './field-notes.tsx';

/** What the fields of criteria show and change: one JSON value, which may be anything. */
export interface CriteriaAccess {
  readonly value: unknown;
  readonly notes: readonly Note[];
  readonly set: (path: Path, given: unknown) => void;
}
