import type { DefaultTheme } from 'vitepress';

type LocalSearch = Extract<DefaultTheme.Config['search'], { provider: 'local' }>['options'];

/**
 * Splits a text into words at spaces and punctuation, with codes such as `CDR_PENDING` whole, and adds
 * the parts of both and of names such as `createLeadIntake`. The page gets this function as source
 * text, so it must not use anything outside itself.
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

/** Ranks guides and error codes above the reference, and the reference above reports and the changelog. */
function boostDocument(id: string): number {
  if (id.includes('/guides/')) return 2;
  if (id.includes('/errors/')) return 1.6;
  if (/\/(?:conformance|performance|quality|changelog|decisions)/.test(id)) return 0.4;
  return 1;
}

/** The options of the site's search, which runs in the browser without a server. */
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
