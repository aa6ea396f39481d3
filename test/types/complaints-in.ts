import ts from 'typescript';

/** Returns the compiler's complaints about the options and about `files`; the rest is not checked. */
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
