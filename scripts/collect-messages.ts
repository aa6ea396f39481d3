import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A sentence of the code that a user can meet, `…` standing for what is filled in. */
export interface CollectedMessage {
  /** `src/resources/identifier.ts`. */
  readonly file: string;
  readonly text: string;
}

/** Where sentences are data, descriptions or SQL, and no messages. */
const NO_MESSAGES = [
  /^mock\/(?:capture\/(?:presets|sample|refusal|image)|seed\/demo|page\/|openapi\/)/,
  /^mock\/(?:service\/controls\/diff|control\/control-document|readings\/reading-meanings)\.ts$/,
  /^mock\/control\/.*(?:-endpoints|-schemas|-view)\.ts$/,
  /^src\/(?:contract\/(?:endpoints\/[a-z-]+|endpoint-facts|input-meanings)|transport\/(?:caller-stack|classify-failure|redact))\.ts$/,
  /-statements\.ts$/,
  /phone-spellings\.ts$/,
  /^mock\/capture\/signer-telemetry\.ts$/,
  // The words of `--help`, which are beside the flags there.
  /^mock\/cli\/(?:[a-z]+-command|mock-flags|main|webhook-event)\.ts$/,
];

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

/** `'a ' + 'b'` is one sentence. */
function concatenated(node: ts.Node): string | undefined {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) {
    return textOf(node);
  }
  const [left, right] = [concatenated(node.left), concatenated(node.right)];
  return left === undefined && right === undefined ? undefined : `${left ?? '…'}${right ?? '…'}`;
}

/** A name, a path or a fragment is no sentence; what ends in a full stop is a description. */
function isSentence(text: string): boolean {
  if (/\n|\.$|^[[^]|^PRAGMA|\\[bsdp]/.test(text)) return false;
  const words = text.split(' ').length;
  return words > 3 || (words > 1 && /^(?:expected|must|not|is|no|leave) /.test(text));
}

function messagesOf(file: string): CollectedMessage[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const found: CollectedMessage[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    const text = concatenated(node);
    if (text === undefined) ts.forEachChild(node, visit);
    else if (isSentence(text.trim())) found.push({ file, text: text.trim() });
    else if (ts.isTemplateExpression(node)) ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Every sentence of the SDK, the fake and the command line, in the order of the files. */
export function collectMessages(): CollectedMessage[] {
  return ['src', 'mock'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
      .filter((file) => file.endsWith('.ts') && !NO_MESSAGES.some((each) => each.test(file)))
      .toSorted()
      .flatMap(messagesOf),
  );
}
