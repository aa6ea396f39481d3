import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Returns the sentence of a changeset, without its front matter. */
function sentenceOf(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/^---[\s\S]*?---\s*/, '')
    .trim();
}

/** Renders the changelog: the released versions, and the changes in the next one. */
export function changelogPage(): string {
  const next = readdirSync('.changeset')
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .toSorted()
    .map((file) => `- ${sentenceOf(`.changeset/${file}`).replaceAll('\n', '\n  ')}`);
  const released = existsSync('CHANGELOG.md') ? readFileSync('CHANGELOG.md', 'utf8') : '';
  const upcoming = next.length === 0 ? '' : `## The next version\n\n${next.join('\n')}\n\n`;
  return `# Changelog\n\n${upcoming}${released.replace(/^# .*\n/, '')}`;
}
