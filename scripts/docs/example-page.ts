import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const LANGUAGES: Readonly<Record<string, string>> = {
  '.ts': 'ts',
  '.cjs': 'js',
  '.py': 'python',
  '.sh': 'sh',
  '.php': 'php',
  '.go': 'go',
  '.java': 'java',
  '.rb': 'ruby',
  '.json': 'json',
};

/** Files that only this repository needs. */
const OWN = /tsconfig|\.d\.[cm]?ts$|^examples\/run\.ts$/;

/** The examples, `examples/webhooks/express.ts` among them. */
export const EXAMPLES: readonly string[] = globSync('examples/**/*')
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => path.extname(file) in LANGUAGES && !OWN.test(file))
  .toSorted();

/** Returns the text of the top comment: `//` of a program, `"""` of Python, `#` of a shell script. */
function topComment(text: string): string {
  const lines = text.split('\n').filter((line) => !/^(?:#!|<\?php)/.test(line));
  const [, python] = /^"""([\s\S]*?)"""/.exec(lines.join('\n')) ?? [];
  if (python !== undefined) return python.trim();
  const from = lines.findIndex((line) => !/^(?:\/\/|#)/.test(line));
  const comment = lines.slice(0, from < 0 ? 0 : from);
  return comment.map((line) => line.replace(/^(?:\/\/|#) ?/, '')).join(' ');
}

/** Renders an example as a page of Markdown. */
export function examplePage(file: string): string {
  const text = readFileSync(file, 'utf8');
  const language = LANGUAGES[path.extname(file)] ?? '';
  const about = topComment(text) || 'Data that an example reads.';
  const name = file.slice('examples/'.length);
  return `# Example: ${name}\n\n${about}\n\n\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`;
}
