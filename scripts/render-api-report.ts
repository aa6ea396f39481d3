import path from 'node:path';
import ts from 'typescript';
import { FACES } from './faces.ts';

interface Report {
  /** The path of the page, such as `docs/api-report/webhooks.md`. */
  readonly file: string;
  readonly text: string;
}

const printer = ts.createPrinter({ removeComments: true });

function declarationText(node: ts.Declaration): string {
  const whole = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const text = printer.printNode(ts.EmitHint.Unspecified, whole, node.getSourceFile());
  return text.replace(/^(?:export )?(?:declare )?/, '');
}

/** Renders the exports of one face, sorted by name, each with its declarations but no comments. */
function faceText(checker: ts.TypeChecker, source: ts.SourceFile): string {
  const face = checker.getSymbolAtLocation(source);
  const symbols = face === undefined ? [] : checker.getExportsOfModule(face);
  const parts = symbols.map((symbol) => {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const { declarations = [] } = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    return { name: symbol.name, text: declarations.map(declarationText).join('\n') };
  });
  return parts
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, text }) => `// ${name}\n${text}`)
    .join('\n\n');
}

/** Renders the built declarations, one page for each face, so that a change shows in review. */
export function renderApiReports(): Report[] {
  const typesOf = (output: string) => path.resolve(`dist/${output}.d.ts`);
  const options = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023 };
  const program = ts.createProgram(
    FACES.map(({ output }) => typesOf(output)),
    options,
  );
  return FACES.map(({ name, output }) => {
    const source = program.getSourceFile(typesOf(output));
    if (source === undefined) throw new Error(`dist/${output}.d.ts is missing: npm run build`);
    const head = `# ${name}\n\nWhat is exported, without comments. "npm run generate" writes it from the build; a line that is gone or narrower here breaks users.\n`;
    const code = faceText(program.getTypeChecker(), source);
    return {
      file: `docs/api-report/${output.replaceAll('/', '-')}.md`,
      text: `${head}\n\`\`\`ts\n${code}\n\`\`\`\n`,
    };
  });
}
