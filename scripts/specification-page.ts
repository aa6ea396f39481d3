import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { SPECIFICATION } from './docs/section-links.ts';

// TypeDoc's own renderer, so that there is no second one to install.
const require = createRequire(createRequire(import.meta.url).resolve('typedoc/package.json'));

type MakeRenderer = (options: { html: boolean; typographer: boolean }) => {
  render(markdown: string): string;
};

/**
 * Renders the specification as the page that the inspector links its sections to. Its other links lead
 * out of the page, and are left out.
 */
export function specificationPage(): string {
  const makeRenderer = require('markdown-it') as MakeRenderer;
  const text = readFileSync(SPECIFICATION, 'utf8').replaceAll(/(?<!!)\[([^\]]+)\]\([^)]*\)/g, '$1');
  const body = makeRenderer({ html: true, typographer: false })
    .render(text)
    .replaceAll('<table>', '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The specification</title>
<link rel="icon" href="page.svg" type="image/svg+xml">
<link rel="stylesheet" href="page.css">
</head>
<body class="document">
<main>
<p><a href="./">Back to the inspector</a></p>
${body}</main>
</body>
</html>
`;
}
