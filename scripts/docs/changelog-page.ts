import { existsSync, readFileSync } from 'node:fs';

const NOTE = '.changeset/next.md';

/** Returns the text of a file without its front matter; an empty text if there is no such file. */
function textOf(file: string): string {
  if (!existsSync(file)) return '';
  return readFileSync(file, 'utf8').replace(/^---[\s\S]*?---\s*/, '');
}

/** Renders the changelog: the released versions, and the changes in the next one. */
export function changelogPage(): string {
  const next = textOf(NOTE);
  const upcoming = next === '' ? '' : `## The next version\n\n${next}\n`;
  return `# Changelog\n\n${upcoming}${textOf('CHANGELOG.md').replace(/^# .*\n/, '')}`;
}
