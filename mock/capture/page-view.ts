import type { CapturedDisclosure, CaptureInput, CheckboxState } from './capture-input.ts';
import { cutText } from './page-text.ts';

/** The most that a picture shows: it is there to be looked at, and is not a copy of the page. */
const FIELDS_SHOWN_MAX = 8;
const DISCLOSURES_SHOWN_MAX = 12;
const SHORT_TEXT_MAX_CHARS = 200;
const DISCLOSURE_SHOWN_MAX_CHARS = 1500;

/** The part of a page that its evidence image shows. */
export interface PageView {
  readonly title: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly disclosures: readonly {
    readonly text: string;
    readonly boxes: readonly CheckboxState[];
  }[];
  /** Absent if no submission was detected. */
  readonly submitLabel?: string;
}

/** Returns what the evidence image of a page shows, cut so that the picture stays small. */
export function viewOf(input: CaptureInput): PageView {
  const label = input.submit === null ? undefined : (input.submit?.label ?? 'Submit');
  return {
    title: cutText(input.pageTitle ?? '', SHORT_TEXT_MAX_CHARS),
    fields: (input.fields ?? []).slice(0, FIELDS_SHOWN_MAX).map(({ name, value }) => ({
      name: cutText(name, SHORT_TEXT_MAX_CHARS),
      value: cutText(value, SHORT_TEXT_MAX_CHARS),
    })),
    disclosures: (input.disclosures ?? []).slice(0, DISCLOSURES_SHOWN_MAX).map((shown) => ({
      text: cutText(shown.text, DISCLOSURE_SHOWN_MAX_CHARS),
      boxes: boxesOf(shown).slice(0, 4),
    })),
    ...(label === undefined ? {} : { submitLabel: cutText(label, SHORT_TEXT_MAX_CHARS) }),
  };
}

/** Returns the checkboxes bound to a disclosure, in page order. */
export function boxesOf(disclosure: CapturedDisclosure): readonly CheckboxState[] {
  const { checkbox = [] } = disclosure;
  return typeof checkbox === 'string' ? [checkbox] : checkbox;
}
