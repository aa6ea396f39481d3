import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A statement at the top of a file, a member of a class, or a row of a table. */
interface Piece {
  readonly lines: number;
  /** As Stryker's `mutate` takes it: `file:first-last`; `undefined` for a value that is made on import. */
  readonly range: string | undefined;
  readonly place: string;
}

const isNoCode = (node: ts.Node) =>
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node);

/** A list, a text or a number is made once, on import, also where a test imports its file late. */
function isMadeOnImport(node: ts.Node): boolean {
  if (!ts.isVariableStatement(node)) return false;
  const values = node.declarationList.declarations.map(({ initializer }) => initializer);
  return values.every(
    (value) => value !== undefined && (ts.isNewExpression(value) || ts.isLiteralExpression(value)),
  );
}

/** A table of at least this many lines is cut into its rows. */
const TABLE_LINES = 40;

/** The members of a class, the rows of a long table, or the statement as it is. */
function partsOf(statement: ts.Statement, source: ts.SourceFile): readonly ts.Node[] {
  if (ts.isClassDeclaration(statement)) return statement.members;
  const lines = statement.getText(source).split('\n').length;
  if (!ts.isVariableStatement(statement) || lines < TABLE_LINES) return [statement];
  const [declared] = statement.declarationList.declarations;
  const made = declared?.initializer;
  return made !== undefined && ts.isObjectLiteralExpression(made) ? made.properties : [statement];
}

function piecesOf(file: string, seed: string): Piece[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const nodes = source.statements.flatMap((each) => partsOf(each, source));
  return nodes
    .filter((node) => !isNoCode(node))
    .map((node) => {
      const [first, last] = [lineOf(node.getStart(source)), lineOf(node.end)];
      // By its text, so that a change elsewhere leaves the draw as it is.
      const place = createHash('sha256').update(`${seed}\n${file}\n${node.getText(source)}`);
      return {
        lines: last - first + 1,
        range: isMadeOnImport(node) ? undefined : `${file}:${first}-${last}`,
        place: place.digest('hex'),
      };
    });
}

/**
 * Draws whole functions and other top-level statements from files until they have `atLeast` lines. The
 * same seed draws the same ones.
 */
export function drawnLines(patterns: readonly string[], atLeast: number, seed: string): string[] {
  const left = patterns.filter((each) => each.startsWith('!')).map((each) => each.slice(1));
  const files = globSync(
    patterns.filter((each) => !each.startsWith('!')),
    { exclude: left },
  ).sort();
  const pieces = files.flatMap((file) => piecesOf(file, seed));
  pieces.sort((a, b) => (a.place < b.place ? -1 : 1));
  let lines = 0;
  const drawn: string[] = [];
  for (const piece of pieces) {
    if (lines >= atLeast) break;
    lines += piece.lines;
    if (piece.range !== undefined) drawn.push(piece.range);
  }
  return drawn;
}
