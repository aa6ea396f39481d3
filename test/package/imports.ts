import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** An import line of the source tree. */
export interface ImportLine {
  /** The importing file, from the repository's root. */
  readonly from: string;
  /** A file from the repository's root, or the name of a module as written. */
  readonly to: string;
  /** Whether the import only has types, so it is erased at compile time. */
  readonly typeOnly: boolean;
}

function areTypes(names: ts.NamedImportBindings | ts.NamedExportBindings | undefined): boolean {
  if (names === undefined || !('elements' in names)) return false;
  return names.elements.every((element) => element.isTypeOnly);
}

type Declaration = ts.ImportDeclaration | ts.ExportDeclaration;

function isTypeOnly(node: Declaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly || areTypes(node.exportClause);
  const clause = node.importClause;
  if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  return clause?.name === undefined && areTypes(clause?.namedBindings);
}

function importsOf(file: string): ImportLine[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023);
  const lines: ImportLine[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean): void => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    const { text } = specifier;
    const to = text.startsWith('.') ? path.posix.join(path.posix.dirname(file), text) : text;
    lines.push({ from: file, to, typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, isTypeOnly(node));
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}

/** Lists the TypeScript files below `folder`, from the repository's root. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .sort();
}

/** Returns all import lines of the files below `folder`. */
export function importLines(folder: string): ImportLine[] {
  return filesIn(folder).flatMap(importsOf);
}
