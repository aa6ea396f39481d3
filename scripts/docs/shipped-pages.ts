import { globSync } from 'node:fs';
import path from 'node:path';
import { EXAMPLES } from './example-page.ts';
import { NAVIGATION } from './navigation.ts';

/** Lists the pages and examples that the package ships, by their path in the repository. */
export function shippedPages(): string[] {
  const guides = NAVIGATION.flatMap((part) => part.guides.map((name) => `docs/guides/${name}.md`));
  const decisions = globSync('docs/decisions/*.md').map((file) => file.split(path.sep).join('/'));
  return ['docs/SKILL.md', ...guides, 'docs/errors.md', ...decisions.toSorted(), ...EXAMPLES];
}

/** Returns `guides/webhooks.md` for `docs/guides/webhooks.md`, `examples/worker.ts.md` for an example. */
export function shippedAs(file: string): string {
  return file.startsWith('examples/') ? `${file}.md` : file.replace('docs/', '');
}
