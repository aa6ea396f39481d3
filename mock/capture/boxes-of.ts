import type { CapturedDisclosure, CheckboxState } from './capture-input.ts';

/** The checkboxes bound to a disclosure, in page order. */
export function boxesOf(disclosure: CapturedDisclosure): readonly CheckboxState[] {
  const { checkbox = [] } = disclosure;
  return typeof checkbox === 'string' ? [checkbox] : checkbox;
}
