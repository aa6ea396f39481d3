/**
 * Characters that a reader does not see, and that change what is seen: control characters, line and
 * paragraph separators, halves of surrogate pairs, and what Unicode shows nothing for, such as
 * zero-width spaces and changes of the writing direction. Emoji need the variation selectors 15 and 16.
 */
const HIDDEN = /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{DI}\ufff9-\ufffb]/gu;

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes each hidden character, for example as `\u202e`, which JSON reads as the character. */
export const withEscapes = (text: string): string =>
  text.replace(HIDDEN, (each) => each.split('').map(escaped).join(''));

/**
 * Shows each hidden character by its number, for example as `⟨U+202E⟩`: for pages that people read. Line
 * feeds and tabs stay.
 */
export const withNumbers = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(HIDDEN, (each) => {
    if (each === '\n' || each === '\t') return each;
    const number = (each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `\u27e8U+${number}\u27e9`;
  });
