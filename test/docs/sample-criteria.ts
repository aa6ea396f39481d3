import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { codeBlocks, pages } from './code-blocks.ts';
import { docstringExamples } from './docstring-examples.ts';

/** Acceptance criteria that a reader may copy. */
export interface SampleCriteria {
  /** Where they stand, such as `README.md:64`. */
  readonly place: string;
  readonly criteria: unknown;
  /** The codes of the warnings that the sample itself shows: it warns on purpose. */
  readonly shows: readonly string[];
}

/** What a sample takes from the reader's lead. */
const FROM_LEAD = new Map([['phone', '(212) 555-0147']]);

/** Evaluates a literal; a name that only the reader's program knows is one of a lead. */
function valueOf(node: ts.Expression): unknown {
  if (ts.isObjectLiteralExpression(node)) return Object.fromEntries(node.properties.map(memberOf));
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(valueOf);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) {
    return Number(valueOf(node.left)) * Number(valueOf(node.right));
  }
  const name = ts.isPropertyAccessExpression(node) ? node.name.text : node.getText();
  if (FROM_LEAD.has(name)) return FROM_LEAD.get(name);
  throw new Error(`a sample of criteria is not all literal: ${node.getText()}`);
}

function memberOf(member: ts.ObjectLiteralElementLike): [string, unknown] {
  if (ts.isPropertyAssignment(member)) {
    const { name } = member;
    return [ts.isStringLiteralLike(name) ? name.text : name.getText(), valueOf(member.initializer)];
  }
  if (ts.isShorthandPropertyAssignment(member)) return [member.name.text, valueOf(member.name)];
  throw new Error(`a sample of criteria is not all literal: ${member.getText()}`);
}

const isVersion = (member: ts.ObjectLiteralElementLike): boolean =>
  ts.isPropertyAssignment(member) &&
  /^['"]?schemaVersion['"]?$/.test(member.name.getText()) &&
  ts.isNumericLiteral(member.initializer);

/** Finds the criteria in a program, each with what the comment below it shows. */
function inCode(file: string, code: string, line: number): SampleCriteria[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const found: SampleCriteria[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node) && node.properties.some(isVersion)) {
      const { line: at } = source.getLineAndCharacterOfPosition(node.getStart());
      const [below = ''] = /^.*\n(?:\s*\/\/.*\n)*/.exec(code.slice(node.end)) ?? [];
      const shows = [...below.matchAll(/code: '([A-Z_]+)'/g)].map(([, shown = '']) => shown);
      found.push({ place: `${file}:${line + at}`, criteria: valueOf(node), shows });
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Finds the criteria in JSON, in a shell script or in a program of another language. */
function inText(file: string, text: string, line: number): SampleCriteria[] {
  return [...text.matchAll(/\{[^{}]*["']schemaVersion\\?["']\s*:\s*1/g)].map(({ index }) => {
    let end = index;
    let depth = 0;
    do {
      depth += { '{': 1, '}': -1 }[text[end] ?? ''] ?? 0;
      end += 1;
    } while (depth > 0 && end < text.length);
    // Python's literals are JSON but for these.
    const json = text
      .slice(index, end)
      .replaceAll(/\b(?:True|False)\b/g, (each) => each.toLowerCase())
      .replaceAll(/,(?=\s*[}\]])/g, '');
    const at = text.slice(0, index).split('\n').length - 1;
    return { place: `${file}:${line + at}`, criteria: JSON.parse(json) as unknown, shows: [] };
  });
}

const PROGRAMS = new Set(['ts', 'cjs', 'cts']);

interface Source {
  readonly file: string;
  readonly language: string;
  readonly text: string;
  /** The line of the file on which the text starts. */
  readonly line: number;
}

const readable = [...pages, 'SECURITY.md', 'CONTRIBUTING.md', ...globSync('docs/decisions/*.md')];
const examples = globSync('examples/**/*.{ts,cts,cjs,py,sh,json}').sort();

/** Every block of a page, docstring and example that users read. */
export const sampleSources: readonly Source[] = [
  ...readable
    .flatMap((page) => codeBlocks(page))
    .concat(docstringExamples)
    .map(({ page, language, code, line }) => ({ file: page, language, text: code, line })),
  ...examples.map((file) => {
    const [, language = ''] = /\.(\w+)$/.exec(file) ?? [];
    return { file, language, text: readFileSync(file, 'utf8'), line: 1 };
  }),
];

/** The criteria in them. */
export const sampleCriteria: readonly SampleCriteria[] = sampleSources.flatMap(
  ({ file, language, text, line }) => (PROGRAMS.has(language) ? inCode : inText)(file, text, line),
);
