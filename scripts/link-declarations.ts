// Links each section of the specification that a declaration's comment names to its text; a step of
// the build. An editor follows such a link without a network.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { linkedSections, SPECIFICATION } from './docs/section-links.ts';

const FILE = 'dist/specification.d.ts';
const HEADING = /^#{2,3} §(\d+(?:\.\d+)*) /;

/** Each section that has a heading, with its text. */
const SECTIONS: ReadonlyMap<string, string> = new Map(
  readFileSync(SPECIFICATION, 'utf8')
    .replaceAll(/<a id="[^"]*"><\/a>\n*/g, '')
    .split(/^(?=#{2,3} §)/m)
    .slice(1)
    .map((part) => [HEADING.exec(part)?.[1] ?? '', part]),
);

/** The name of a section among the declarations: `s4_6` for 4.6. An entry of a list is in its section. */
const nameOf = (section: string): string =>
  SECTIONS.has(section) || !section.includes('.')
    ? `s${section.replaceAll('.', '_')}`
    : nameOf(section.replace(/\.\d+$/, ''));

/** Declares each section, with its text as the comment. */
function declarations(): string {
  const types = [...SECTIONS].map(([section, part]) => {
    const text = part
      .replace(/^#+ (.*)/, '**$1**')
      .replaceAll(/\]\([^)]*\)/g, ']')
      .trim();
    const lines = text
      .replaceAll('*/', '*\\/')
      .split('\n')
      .map((line) => `   * ${line}`.trimEnd());
    return `  /**\n${lines.join('\n')}\n   */\n  type ${nameOf(section)} = never;`;
  });
  const about =
    '/** What the service promises; `dist/docs/guides/specification.md` has the same as a page. */';
  return `${about}\nexport declare namespace spec {\n${types.join('\n')}\n}\n`;
}

const COMMENT = /\/\*\*[\s\S]*?\*\//g;
/** Examples, code, and links that are links already. */
const APART = /(```[\s\S]*?```|`[^`\n]*`|\{@[^}]*\})/;

function linkedComment(comment: string): string {
  const link = (named: string, section: string): string =>
    `{@link spec.${nameOf(section)} ${named.replace(/\s*\n\s*\*\s*/, ' ')}}`;
  return comment
    .split(APART)
    .map((part, index) => (index % 2 === 0 ? linkedSections(part, link) : part))
    .join('');
}

for (const file of globSync('dist/**/*.d.ts')) {
  const text = readFileSync(file, 'utf8');
  const linked = text.replaceAll(COMMENT, linkedComment);
  if (linked === text) continue;
  const to = path.posix.relative(path.posix.dirname(file), FILE).replace(/\.d\.ts$/, '.js');
  const from = to.startsWith('.') ? to : `./${to}`;
  writeFileSync(file, `import type { spec } from '${from}';\n${linked}`);
}
writeFileSync(FILE, declarations());
