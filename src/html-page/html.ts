/** Markup that is safe to stand in a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes: text is escaped, markup stands as it is, nothing is left out. */
export type HtmlValue = string | number | Html | undefined | readonly HtmlValue[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\0': '\u{fffd}',
};

function markupOf(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(markupOf).join('');
  return String(value)
    .replaceAll(/\p{Surrogate}/gu, '\u{fffd}')
    .replaceAll(/[&<>"'\0]/g, (character) => ESCAPES[character] ?? '');
}

/** A template of markup: every value in it is escaped, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.map((part, at) => part + markupOf(values[at])).join(''));
}
