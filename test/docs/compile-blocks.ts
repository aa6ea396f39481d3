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
  // A rule of this repository that users do not have.
  return { ...options, noPropertyAccessFromIndexSignature: false };
}

/** Parsed files, shared by the programs because most of each is the same libraries and sources. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Makes a host that reads the blocks from memory, as if they were files, and all else from disk. */
function hostWith(sources: ReadonlyMap<string, CodeBlock>, options: ts.CompilerOptions) {
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
    if (!parsed.has(file)) parsed.set(file, getSourceFile(file, target, ...rest));
    return parsed.get(file);
  };
  return host;
}

/** Blocks of code as the compiler sees them, each as a module of its own. */
export interface CompiledBlocks {
  readonly program: ts.Program;
  /** The compiler's complaints about them, with the page and the line. */
  readonly complaints: readonly string[];
}

/**
 * @param changes changes to the compiler options of the pages' blocks. They must not affect parsing.
 * @param more more files: declarations of names that the blocks take for granted, or what they are
 * about.
 */
export function compileBlocks(
  blocks: readonly CodeBlock[],
  changes: ts.CompilerOptions = {},
  more: readonly string[] = [],
): CompiledBlocks {
  const options = { ...optionsOf(), ...changes };
  const sources = new Map(blocks.map((block) => [path.resolve(fileOf(block)), block]));
  const roots = [...sources.keys(), ...[...AMBIENT, ...more].map((file) => path.resolve(file))];
  const program = ts.createProgram(roots, options, hostWith(sources, options));
  // "npm run typecheck" reports errors in other files.
  const complaints = complaintsIn(program, roots).map(({ file, start, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, '\n');
    const block = file && sources.get(file.fileName);
    if (!file || !block || start === undefined) return `${file?.fileName ?? ''}: ${text}`;
    const { line } = file.getLineAndCharacterOfPosition(start);
    return `${block.page}:${block.line + line}: ${text}`;
  });
  return { program, complaints };
}
