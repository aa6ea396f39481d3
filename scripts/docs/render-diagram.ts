import { renderMermaidSVG } from 'beautiful-mermaid';

const NAMED = /^ *%% (.+)$/m;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * A diagram as HTML, drawn when the site is built. It needs no script and no network, and takes its
 * colours from the page, so that it follows the page into the dark. Its first comment (`%% …`) is
 * what a screen reader says.
 */
export function renderDiagram(source: string): string {
  const [, name] = NAMED.exec(source) ?? [];
  if (name === undefined)
    throw new Error(`a diagram without a name: begin it with "%% …"\n${source}`);
  const colors = { bg: 'var(--vp-c-bg)', fg: 'var(--vp-c-text-1)' };
  const svg = renderMermaidSVG(source.replace(NAMED, '').trim(), {
    ...colors,
    transparent: true,
    nodeSpacing: 28,
  })
    // The rules are the theme's, and a page asks no other host for a font.
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace('<svg ', `<svg role="img" aria-label="${escaped(name)}" `);
  // What is wider than the page is scrolled, by the keyboard too.
  return `<div class="diagram" tabindex="0" role="region" aria-label="Diagram: ${escaped(name)}" v-pre>${svg}</div>\n`;
}
