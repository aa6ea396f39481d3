/**
 * The placeholders of common template languages: `{{…}}`, `{…}`, `${…}`, `#{…}`, `{%…%}`, `<%…%>`,
 * `%%…%%`, `%…%` and `[[…]]`. Prices, percentages and lone braces do not match.
 */
const TEMPLATE_TEXT =
  /\{\{.+?\}\}|\{%.+?%\}|<%.+?%>|\[\[.+?\]\]|%%[^%\s](?:[^%]*[^%\s])?%%|(?<![\d%])%[a-z_][\w.-]*%|[$#]\{[^{}]*\}|\{\s*[a-z_][\w.-]*\s*\}/is;

/** Returns the first place that a template should have filled in, or `undefined`. */
export function templateTextIn(text: string): string | undefined {
  return TEMPLATE_TEXT.exec(text)?.[0];
}
