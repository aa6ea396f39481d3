import ts from 'typescript';

/** What the compiler says about the options and about `files` of a program: the rest stays unchecked. */
export function complaintsIn(program: ts.Program, files: readonly string[]): ts.Diagnostic[] {
  return [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((name) => {
      const file = program.getSourceFile(name);
      if (file === undefined) throw new Error(`${name}: not in the program`);
      return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    }),
  ];
}
