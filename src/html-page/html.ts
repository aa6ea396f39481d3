import { withNumbers } from '../texts/hidden-characters.ts';

/** Markup that is safe to insert into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template: text is escaped, markup is inserted as is, `undefined` is skipped. */
export type HtmlValue = string | number | Html | undefined | readonly HtmlValue[];

const ESCAPES = new Map(
  Object.entries({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }),
);

function markupOf(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(markupOf).join('');
  return withNumbers(String(value)).replaceAll(/[&<>"']/g, (each) => ESCAPES.get(each) ?? '');
}

/**
 * A template tag for markup. Escapes every value that is not markup itself, and shows its hidden
 * characters.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.map((part, at) => part + markupOf(values[at])).join(''));
}
