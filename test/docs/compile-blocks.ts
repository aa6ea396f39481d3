import path from 'node:path';
import ts from 'typescript';
import { complaintsIn } from '../types/complaints-in.ts';
import { type CodeBlock, fileOf } from './code-blocks.ts';

const AMBIENT = ['test/consumers/pages/story.d.ts', 'test/consumers/pages/not-installed.d.ts'];

function optionsOf(): ts.CompilerOptions {
  const { config } = ts.readConfigFile('examples/tsconfig.json', (file) =>
    ts.sys.readFile(file),
  ) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, path.resolve('examples'));
  // A rule of this repository, and not of its users.
  return { ...options, noPropertyAccessFromIndexSignature: false };
}

/**
 * What the compiler says about the blocks, each a module of its own, with the page and the line.
 *
 * @param changes of the options that the pages' blocks are compiled with.
 * @param ambient more declarations of names that the blocks take for granted.
 */
export function complaintsAbout(
  blocks: readonly CodeBlock[],
  changes: ts.CompilerOptions = {},
  ambient: readonly string[] = [],
): string[] {
  const options = { ...optionsOf(), ...changes };
  const sources = new Map(blocks.map((block) => [path.resolve(fileOf(block)), block]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  const textOf = (file: string): string | undefined => {
    const block = sources.get(file);
    return block && `${block.code}export {};\n`;
  };
  host.fileExists = (file) => sources.has(file) || fileExists(file);
  host.directoryExists = () => true;
  host.readFile = (file) => textOf(file) ?? readFile(file);
  host.getSourceFile = (file, target, ...rest) => {
    const text = textOf(file);
    if (text !== undefined) return ts.createSourceFile(file, text, target);
    return getSourceFile(file, target, ...rest);
  };
  const roots = [...sources.keys(), ...[...AMBIENT, ...ambient].map((file) => path.resolve(file))];
  const program = ts.createProgram(roots, options, host);
  // What is wrong elsewhere is for "npm run typecheck" to say.
  const diagnostics = complaintsIn(program, roots);
  return diagnostics.map(({ file, start, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, '\n');
    const block = file && sources.get(file.fileName);
    if (!file || !block || start === undefined) return `${file?.fileName ?? ''}: ${text}`;
    const { line } = file.getLineAndCharacterOfPosition(start);
    return `${block.page}:${block.line + line}: ${text}`;
  });
}
