import path from 'node:path';
import ts from 'typescript';
import { FACES } from '../../scripts/faces.ts';

function declared(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Returns the exports of each face as the compiler sees them in a program. */
export function facesIn(program: ts.Program) {
  const checker = program.getTypeChecker();
  const exportsOf = (source: string): ts.Symbol[] => {
    const file = program.getSourceFile(path.resolve(source));
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${source}: no module`);
    return checker.getExportsOfModule(module);
  };
  return { checker, exportsOf };
}

export type Faces = ReturnType<typeof facesIn>;

/** Lists the exported functions, classes and values of a face whose docstrings have no example. */
export function exportsWithoutExample({ checker, exportsOf }: Faces): string[] {
  return FACES.flatMap(({ source }) => {
    return exportsOf(source)
      .filter((exported) => {
        const symbol = declared(exported, checker);
        const isValue = (symbol.flags & ts.SymbolFlags.Value) !== 0;
        return isValue && !symbol.getJsDocTags(checker).some(({ name }) => name === 'example');
      })
      .map(({ name }) => `${source}: ${name}`);
  });
}

/** Lists classes of the client's members that are not exported, though a program may have to name them. */
export function unnamedMembersOfClient({ checker, exportsOf }: Faces): string[] {
  const exported = exportsOf('src/index.ts');
  const symbols = new Set(exported.map((each) => declared(each, checker)));
  const client = exported.find(({ name }) => name === 'ConsentEvidence');
  if (client === undefined) throw new Error('no client');
  return (
    checker
      .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(declared(client, checker)))
      // No one outside sees a private member, so no one can name it.
      .filter(({ flags, name }) => flags & ts.SymbolFlags.Property && !name.includes('#'))
      .map((member) => [member.name, checker.getTypeOfSymbol(member).symbol] as const)
      .filter(([, symbol]) => symbol.flags & ts.SymbolFlags.Class && !symbols.has(symbol))
      .map(
        ([name, symbol]) => `src/index.ts does not export ${symbol.name}, which client.${name} is`,
      )
  );
}
