import { readFileSync } from 'node:fs';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { FACES, NAVIGATION } from '../../scripts/docs/navigation.ts';
import { factsOf } from '../../scripts/docs/page-facts.ts';
import { renderDiagram } from '../../scripts/docs/render-diagram.ts';
import { renderPicture } from '../../scripts/docs/render-picture.ts';
import { searchOptions } from '../../scripts/docs/search-options.ts';
import { slugOf } from '../../scripts/docs/slug-of.ts';

const { version, homepage } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  homepage?: string;
};

const tasks: DefaultTheme.SidebarItem[] = NAVIGATION.map(({ title, guides }) => ({
  text: title,
  items: guides.map((name) => ({
    text: factsOf(`docs/guides/${name}.md`).title,
    link: `/guides/${name}`,
  })),
}));

const reference: DefaultTheme.SidebarItem = {
  text: 'Reference',
  items: [
    {
      text: 'API',
      link: '/api/',
      collapsed: true,
      items: FACES.map(([use, faces]) => ({
        text: use,
        items: faces.map((face) => ({ text: face, link: `/api/${face}/` })),
      })),
    },
    { text: 'All options', link: '/options' },
    { text: 'Error codes and reasons', link: '/errors/' },
    { text: 'Examples', link: '/examples/' },
    { text: 'Changelog', link: '/changelog' },
    { text: 'Performance', link: '/performance' },
    { text: 'Conformance', link: '/conformance' },
    { text: 'Quality', link: '/quality' },
    { text: 'Decisions', link: '/decisions/' },
    { text: 'For coding assistants', link: '/assistants' },
  ],
};

const base = homepage === undefined ? '/' : new URL(homepage).pathname.replace(/\/?$/, '/');

export default defineConfig({
  title: 'consent-evidence',
  description: 'Client, lead intake, webhook receiver and fake of the Consent Evidence Records API',
  lang: 'en',
  base,
  srcDir: '../reports/site',
  outDir: './site',
  cacheDir: '../reports/site-cache',
  lastUpdated: false,
  head: [
    ['link', { rel: 'icon', href: `${base}favicon.svg`, type: 'image/svg+xml' }],
    ['meta', { property: 'og:type', content: 'website' }],
    ['meta', { property: 'og:site_name', content: 'consent-evidence' }],
    ['meta', { name: 'twitter:card', content: 'summary' }],
  ],
  transformHead: ({ title, description }) => [
    ['meta', { property: 'og:title', content: title }],
    ['meta', { property: 'og:description', content: description }],
  ],
  transformPageData({ relativePath, frontmatter }) {
    // The reference is looked up in, not read through.
    if (relativePath.startsWith('api/')) Object.assign(frontmatter, { prev: false, next: false });
    return relativePath.startsWith('guides/')
      ? { description: factsOf(`docs/${relativePath}`).about }
      : undefined;
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { mermaid: 'text' },
    // One address on the site, in the package and where the repository is browsed.
    anchor: { slugify: slugOf },
    config(md) {
      const { fence, image } = md.renderer.rules;
      // A head without a word is no head.
      md.core.ruler.push('empty-heads', ({ tokens }) => {
        for (const [index, token] of tokens.entries()) {
          if (token.type !== 'th_open' || tokens[index + 1]?.content !== '') continue;
          for (const each of [token, tokens[index + 2]]) if (each) each.tag = 'td';
        }
      });
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const token = tokens[index];
        if (token?.info.trim() === 'mermaid') return renderDiagram(token.content);
        return fence?.(tokens, index, ...rest) ?? '';
      };
      // `{{url}}` in a sentence is what it says, and no variable of the site.
      md.renderer.rules.code_inline = (tokens, index) =>
        `<code v-pre>${md.utils.escapeHtml(tokens[index]?.content ?? '')}</code>`;
      md.renderer.rules.image = (tokens, index, ...rest) =>
        renderPicture(tokens[index]?.attrGet('src') ?? '', (src) => {
          tokens[index]?.attrSet('src', src);
          return image?.(tokens, index, ...rest) ?? '';
        });
      // A wide table is scrolled by itself, by the keyboard too.
      md.renderer.rules.table_open = () =>
        '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n';
      md.renderer.rules.table_close = () => '</table></div>\n';
    },
  },
  themeConfig: {
    // In two menus, because a bar of every part is wider than a tablet.
    nav: [
      {
        text: 'Guides',
        activeMatch: '^/guides/',
        items: NAVIGATION.map(({ title, guides }) => ({
          text: title,
          link: `/guides/${guides[0] ?? ''}`,
          activeMatch: `^/guides/(${guides.join('|')})(\\.|$)`,
        })),
      },
      { text: 'Reference', link: '/api/', activeMatch: '^/(api|options)/?' },
      { text: 'Errors', link: '/errors/', activeMatch: '^/errors/' },
      { text: `v${version}`, link: '/changelog' },
    ],
    sidebar: [...tasks, reference],
    outline: [2, 3],
    search: { provider: 'local', options: searchOptions },
  },
});
