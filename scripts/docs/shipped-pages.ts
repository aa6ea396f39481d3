import { EXAMPLES } from './example-page.ts';
import { NAVIGATION } from './navigation.ts';

/**
 * Lists the pages and examples that the package ships, by their path in the repository. Why the
 * package is built as it is helps no one to use it: the decisions are in the repository, and on the
 * site.
 */
export function shippedPages(): string[] {
  const guides = NAVIGATION.flatMap((part) => part.guides.map((name) => `docs/guides/${name}.md`));
  return ['docs/SKILL.md', ...guides, 'docs/errors.md', ...EXAMPLES];
}

/** Returns `guides/webhooks.md` for `docs/guides/webhooks.md`, `examples/worker.ts.md` for an example. */
export function shippedAs(file: string): string {
  return file.startsWith('examples/') ? `${file}.md` : file.replace('docs/', '');
}
