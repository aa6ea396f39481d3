import ts from 'typescript';

const FACES = [
  'src/index.ts',
  'src/webhooks/index.ts',
  'src/webhooks/sqlite.ts',
  'src/webhooks/postgres.ts',
  'src/intake/index.ts',
  'src/intake/sqlite.ts',
  'src/intake/postgres.ts',
  'src/intake/ledger-suite.ts',
  'src/archive/index.ts',
  'src/otel/index.ts',
  'mock/index.ts',
  'mock/msw.ts',
  'mock/node.ts',
  'mock/simulate.ts',
];

function declared(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The functions, classes and values that a face exports and whose docstrings have no example. */
export function exportsWithoutExample(): string[] {
  const { config } = ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const program = ts.createProgram(FACES, options);
  const checker = program.getTypeChecker();
  return FACES.flatMap((face) => {
    const file = program.getSourceFile(face);
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${face}: no module`);
    return checker
      .getExportsOfModule(module)
      .filter((exported) => {
        const symbol = declared(exported, checker);
        const isValue = (symbol.flags & ts.SymbolFlags.Value) !== 0;
        return isValue && !symbol.getJsDocTags(checker).some(({ name }) => name === 'example');
      })
      .map(({ name }) => `${face}: ${name}`);
  });
}
