import { AUTO_METADATA_NAMES_MAX } from '../../src/contract/limits.ts';
import type { CapturedField } from './capture-input.ts';
import { autocompleteTokensOf, nameTokensOf } from './field-tokens.ts';
import { collapseWhiteSpace } from './page-text.ts';

/** The two kinds of name that `autoMetadata` tells apart (spec §2.3). */
export type NameKind = 'first' | 'last';

const AUTOCOMPLETE: Readonly<Record<NameKind, string>> = {
  first: 'given-name',
  last: 'family-name',
};

/** Patterns for the words of a field's name, joined without separators. */
const FIELD_NAME: Readonly<Record<NameKind, RegExp>> = {
  first: /(?:first|given|fore)name|^fname$|^nombres?$/,
  last: /(?:last|family|sur)name|^lname$|^apellidos?$/,
};

function isNameField(field: CapturedField, kind: NameKind): boolean {
  return (
    autocompleteTokensOf(field).includes(AUTOCOMPLETE[kind]) ||
    FIELD_NAME[kind].test(nameTokensOf(field).join(''))
  );
}

/**
 * Returns the first five different names in identified fields, sorted by code units (spec §2.3). A
 * field for the whole name is neither kind. Which fields are identified is the fake's reading.
 */
export function namesOf(fields: readonly CapturedField[], kind: NameKind): string[] {
  const names = fields
    .filter((field) => isNameField(field, kind))
    .map(({ value }) => collapseWhiteSpace(value))
    .filter((name) => name !== '');
  return [...new Set(names)].slice(0, AUTO_METADATA_NAMES_MAX).sort();
}
