import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { FACES } from '../../scripts/faces.ts';

const files = FACES.map(({ output }) => `dist/${output}.d.ts`);

/** Reads what the faces declare, as a user's compiler does. */
class Declarations {
  readonly #program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
  });
  readonly #checker = this.#program.getTypeChecker();
  readonly exported = new Set<ts.Symbol>(
    files.flatMap((file) => {
      const source = this.#program.getSourceFile(file);
      const face = source && this.#checker.getSymbolAtLocation(source);
      if (face === undefined) throw new Error(`${file}: not a module`);
      return this.#checker.getExportsOfModule(face).map((symbol) => this.#target(symbol));
    }),
  );

  #target(symbol: ts.Symbol): ts.Symbol {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  /** Returns the package's interfaces and classes that `node` names as a type of their own. */
  namedIn(node: ts.Node): ts.Symbol[] {
    // `Stored['state']` is written out in a user's declarations, without the name `Stored`.
    if (ts.isIndexedAccessTypeNode(node)) return this.namedIn(node.indexType);
    if (ts.isHeritageClause(node)) return [];
    const names: ts.Symbol[] = [];
    if (ts.isTypeReferenceNode(node)) {
      const symbol = this.#checker.getSymbolAtLocation(node.typeName);
      if (symbol !== undefined) names.push(this.#target(symbol));
    }
    ts.forEachChild(node, (child) => {
      names.push(...this.namedIn(child));
    });
    const flags = ts.SymbolFlags.Interface | ts.SymbolFlags.Class;
    const isOurs = ({ flags: own, declarations = [] }: ts.Symbol): boolean =>
      (own & flags) !== 0 &&
      declarations.some((each) => /\/dist\//.test(each.getSourceFile().fileName));
    return names.filter(isOurs);
  }
}

describe('the types of the faces', { timeout: 60_000 }, () => {
  it('can be named by a user whose project emits declarations', () => {
    const declarations = new Declarations();
    expect(declarations.exported.size).toBeGreaterThan(200);
    const unnamed = [...declarations.exported].flatMap((symbol) =>
      (symbol.declarations ?? [])
        .flatMap((declaration) => declarations.namedIn(declaration))
        .filter((each) => !declarations.exported.has(each))
        .map((each) => `${symbol.name} names ${each.name}, which no face exports`),
    );
    expect([...new Set(unnamed)]).toEqual([]);
  });
});
