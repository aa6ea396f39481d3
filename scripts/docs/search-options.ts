import type { DefaultTheme } from 'vitepress';

type LocalSearch = Extract<DefaultTheme.Config['search'], { provider: 'local' }>['options'];

/**
 * The words of a text: those between spaces and punctuation, a code such as `CDR_PENDING` whole, and
 * the parts of both and of names such as `createLeadIntake`. It goes into the page as its source
 * text, so it stands on nothing around it.
 */
function tokenize(text: string): string[] {
  const words = text.split(/[\s\p{P}\p{S}]+/u).filter(Boolean);
  const codes = text.match(/\b[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+\b/g) ?? [];
  const parts = words.flatMap((word) => {
    const found = word.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [];
    return found.length > 1 ? found : [];
  });
  return [...words, ...codes, ...parts];
}

/** The guides and the codes come before the reference, and that before reports and the changelog. */
function boostDocument(id: string): number {
  if (id.includes('/guides/')) return 2;
  if (id.includes('/errors/')) return 1.6;
  if (/\/(?:conformance|performance|quality|changelog|decisions)/.test(id)) return 0.4;
  return 1;
}

/** How the site is searched: in the browser, without a server. */
export const searchOptions: LocalSearch = {
  detailedView: false,
  miniSearch: {
    options: { tokenize },
    searchOptions: {
      fuzzy: 0.15,
      prefix: true,
      boost: { title: 5, titles: 2, text: 1 },
      boostDocument,
    },
  },
};
