import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import type { Prose } from './docstring-pages.ts';

const NAMERS: ReadonlySet<string> = new Set(['describe', 'it', 'test']);

/** Returns which of the names are vitest's in this file: `test` may also be a helper of its own. */
function namersOf(tree: ts.SourceFile): ReadonlySet<string> {
  const imports = tree.statements.filter(ts.isImportDeclaration);
  const names = imports.flatMap(({ moduleSpecifier, importClause }) => {
    const bindings = importClause?.namedBindings;
    const isVitest = ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === 'vitest';
    if (!isVitest || bindings === undefined || !ts.isNamedImports(bindings)) return [];
    return bindings.elements.map(({ name }) => name.text);
  });
  return new Set(names.filter((name) => NAMERS.has(name)));
}

/** Returns the name that a call begins with: `it` for `it.skipIf(no).each(rows)('…')`. */
function namerOf(callee: ts.Expression): string {
  let node = callee;
  for (;;) {
    if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) node = node.expression;
    else if (ts.isTaggedTemplateExpression(node)) node = node.tag;
    else return ts.isIdentifier(node) ? node.text : '';
  }
}

/** Returns the text of a literal, with `%s` for what a template puts in; `undefined` for anything else. */
function textOf(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('%s');
}

/** Returns the title of a test, given to vitest or in a table of tests. */
function titleIn(node: ts.Node, namers: ReadonlySet<string>): ts.Expression | undefined {
  if (ts.isCallExpression(node)) {
    return namers.has(namerOf(node.expression)) ? node.arguments[0] : undefined;
  }
  if (!ts.isPropertyAssignment(node) || !ts.isIdentifier(node.name)) return undefined;
  return node.name.text === 'title' ? node.initializer : undefined;
}

const PLACEHOLDER = /%(?:\.\d+)?[a-z]/g;

/** Numbers what a row puts in, because the linter would take `%s %s` for a word said twice. */
function numbered(title: string): string {
  let count = 0;
  return title.replaceAll(PLACEHOLDER, () => `value${String((count += 1))}`);
}

/** Returns the titles of the tests of a source text, each on its own line; all other lines are empty. */
export function titlesOf(source: string): string {
  const lines = source.split('\n').map(() => '');
  const tree = ts.createSourceFile('a.tsx', source, ts.ScriptTarget.Latest, true);
  const namers = namersOf(tree);
  const visit = (node: ts.Node): void => {
    const title = titleIn(node, namers);
    if (title !== undefined) {
      const text = textOf(title);
      if (text !== undefined) {
        const { line } = tree.getLineAndCharacterOfPosition(title.getStart());
        lines[line] = numbered(text).replaceAll(/\s+/g, ' ').trim();
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return lines.join('\n');
}

/** Returns the titles of all tests, also of those in suites that several test files share. */
export function testTitles(): Prose[] {
  return globSync('test/**/*.{ts,tsx}', { exclude: ['test/generators/**'] })
    .sort()
    .map((file) => ({ file, text: titlesOf(readFileSync(file, 'utf8')) }));
}
