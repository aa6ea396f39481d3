import { readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { complaintsIn } from './complaints-in.ts';

/** Returns the compiler's complaints about `files`, under the repository's own options. */
function complaintsAbout(files: readonly string[]): string[] {
  const { config } = ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const program = ts.createProgram(files, options);
  return complaintsIn(program, files).map(({ file, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, '\n');
    return `${path.basename(file?.fileName ?? '')}: ${text}`;
  });
}

// The compiler reads the libraries' declarations too, which is slow on a busy machine.
describe('types', { timeout: 120_000 }, () => {
  it('are those that the files beside this one claim', () => {
    const files = readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith('.types.ts'))
      .map((file) => path.join(import.meta.dirname, file));
    expect(files).toHaveLength(5);
    expect(complaintsAbout(files)).toEqual([]);
  });
});
