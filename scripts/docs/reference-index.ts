import { FACES } from './navigation.ts';

/** Returns TypeDoc's list of all entry points by what they are for. */
export function referenceIndex(page: string): string {
  const rows = page.split('\n').filter((line) => line.startsWith('| ['));
  const parts = FACES.map(([use, faces]) => {
    const own = faces.map((face) => rows.find((row) => row.startsWith(`| [${face}](`)) ?? '');
    return [`## ${use}`, ['| Import | What it is |', '| --- | --- |', ...own].join('\n')].join(
      '\n\n',
    );
  });
  return `# API reference\n\n${parts.join('\n\n')}\n`;
}
