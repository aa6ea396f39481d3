import { renderMermaidSVG } from 'beautiful-mermaid';

const NAMED = /^ *%% (.+)$/m;

/** An arrow without words, but to or from where a state diagram ends. */
const WORDLESS = /^(?!.*\[\*\]$).*(?:-->(?![|>]|[^:\n]*: *\S)|->>[^:\n]*$).*$/m;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * Renders a diagram as HTML when the site is built. It needs no script and no network, and takes its
 * colours from the page, so it also works in dark mode. Its first comment (`%% …`) is its label for
 * screen readers. Each arrow has words.
 */
export function renderDiagram(source: string): string {
  const [, name] = NAMED.exec(source) ?? [];
  if (name === undefined)
    throw new Error(`a diagram without a name: begin it with "%% …"\n${source}`);
  const [arrow] = WORDLESS.exec(source) ?? [];
  if (arrow !== undefined) throw new Error(`say on the arrow what happens: ${arrow.trim()}`);
  const colors = { bg: 'var(--vp-c-bg)', fg: 'var(--vp-c-text-1)' };
  const svg = renderMermaidSVG(source.replace(NAMED, '').trim(), {
    ...colors,
    transparent: true,
    nodeSpacing: 28,
  })
    // The theme has the rules, and a page must not load a font from another host.
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace('<svg ', `<svg role="img" aria-label="${escaped(name)}" `);
  // A diagram that is wider than the page can be scrolled, also with the keyboard.
  return `<div class="diagram" tabindex="0" role="region" aria-label="Diagram: ${escaped(name)}" v-pre>${svg}</div>\n`;
}
