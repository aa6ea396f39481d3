/** What programs, databases and forms write where there is nothing. */
const nothing = () => /^(?:|undefined|null|NULL|None|NaN|0|\p{Dash}|\[object \w+\])$/u;

/** A place of a template that was not filled in: `{{url}}`, `${url}`, `%%URL%%`, `<url>`, `*|URL|*`. */
const PLACEHOLDER = /^(?:[$#]?\{.+\}|%.+%|<.+>|\[.+\]|\*\|.+\|\*)$/su;

/**
 * The same inside a sentence, where a lone brace, brackets, prices and percentages mean nothing:
 * `{{…}}`, `{name}`, `${…}`, `#{…}`, `{%…%}`, `<%…%>`, `%%…%%`, `%NAME%`, `[[…]]` and `*|…|*`.
 */
const PLACEHOLDER_INSIDE =
  /\{\{.+?\}\}|\{%.+?%\}|<%.+?%>|\[\[.+?\]\]|\*\|.+?\|\*|%%[^%\s](?:[^%]*[^%\s])?%%|(?<![\d%])%[a-z_][\w.-]*%|[$#]\{[^{}]*\}|\{\s*[a-z_][\w.-]*\s*\}/is;

/** White space, and the marks that come along invisibly when a text is copied. */
const edges = () =>
  /^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu;

/** Returns a text without white space and invisible marks around it. */
export function trimmed(text: string): string {
  return text.replace(edges(), '');
}

/**
 * Checks whether a text means that there is no value: it is blank, a word for nothing (`undefined`,
 * `null`), a lone dash or zero, an object that was made a text, or the placeholder of a template.
 */
export function isNoValue(text: string): boolean {
  const bare = trimmed(text);
  return nothing().test(bare) || PLACEHOLDER.test(bare);
}

/** Returns the first placeholder of a template inside a text, or `undefined`. */
export function placeholderIn(text: string): string | undefined {
  return PLACEHOLDER_INSIDE.exec(text)?.[0];
}
