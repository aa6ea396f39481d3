import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

/** A program as a user writes it; the hover before each mark is read. */
const PROGRAM = `
import { ConsentEvidence, isCdrCompleted, verifyWebhook } from 'consent-evidence';
import { createLeadIntake, memoryLedger } from 'consent-evidence/intake';
import { createMockService } from 'consent-evidence/mock';
import { createWebhookHandler, memoryStore } from 'consent-evidence/webhooks';

const client = new ConsentEvidence({ trace: (each) => each.type/*traced*/ });
const { cdrId/*received*/ } = await client.shares.receive/*receive*/('x');
const receipt = client.shares.receive('x').then((given) => given.alreadyClaimed/*claimed*/);
createLeadIntake({
  client,
  ledger: memoryLedger(),
  criteria: { schemaVersion: 1, leadMatch/*criteria*/: { phone: '' } },
  onDecision(decision, { lead/*lead*/, tx/*tx*/ }) {
    decision.decision/*decision*/;
    if (decision.decision === 'accept') decision.cdrId/*accepted*/;
    if (decision.decision === 'refuse') decision.reasons/*refused*/;
  },
});
createWebhookHandler({
  store: memoryStore(),
  onEvent: (event, { webhookId/*context*/ }) => {
    event.event/*event*/;
    if (isCdrCompleted(event)) event.cdrId/*completed*/;
  },
});
const { event/*verified*/ } = await verifyWebhook({ body: '', headers: new Headers() });
createMockService().capture/*capture*/;
`;

const MARK = /\/\*(\w+)\*\//g;
const file = path.resolve('test/package/hovered.ts');

interface Hover {
  readonly text: string;
  /** What its links lead to, each as file and name. */
  readonly links: readonly string[];
}

/** Asks the service behind editors for the hover at each mark. */
function hovers(): { readonly complaints: readonly string[]; readonly at: Map<string, Hover> } {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: ['node'],
    strict: true,
    skipLibCheck: true,
  };
  const read = (name: string) => (name === file ? PROGRAM : ts.sys.readFile(name));
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = read(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: read,
  });
  const diagnostics = service.getSemanticDiagnostics(file);
  const marks = [...PROGRAM.matchAll(MARK)].map(({ 1: mark = '', index }): [string, Hover] => {
    const parts = service.getQuickInfoAtPosition(file, index - 1)?.documentation ?? [];
    const links = parts.flatMap((part) => {
      const { target } = part as Partial<ts.JSDocLinkDisplayPart>;
      if (target === undefined) return [];
      const { start, length } = target.textSpan;
      const text = ts.sys.readFile(target.fileName)?.slice(start, start + length) ?? '';
      return [`${path.basename(target.fileName)}: ${text}`];
    });
    return [mark, { text: ts.displayPartsToString(parts), links }];
  });
  return {
    complaints: diagnostics.map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, '\n'),
    ),
    at: new Map(marks),
  };
}

// The service reads the declarations of the build.
describe('what an editor shows of a value', { timeout: 60_000 }, () => {
  let seen: ReturnType<typeof hovers>;
  beforeAll(() => {
    seen = hovers();
  }, 60_000);

  it('says what a receipt, a decision and an event hold, in callbacks too', () => {
    expect(seen.complaints).toEqual([]);
    expect(seen.at.size).toBe(15);
    for (const [mark, { text }] of seen.at) expect(text, mark).toMatch(/\w/);
    expect(seen.at.get('tx')?.text).toContain('transaction');
    expect(seen.at.get('completed')?.text).toContain('cdrs.get');
  });

  it('links each section of the specification to its text', () => {
    expect(seen.at.get('receive')?.links).toContain('specification.d.ts: type s4_6 = never;');
    const sections = readFileSync('dist/specification.d.ts', 'utf8');
    expect(sections).toMatch(/\*\*§4\.6 [\s\S]*CDR_ACCEPTANCE_FAILED[\s\S]*?\*\/\n {2}type s4_6/);
    const files = globSync('dist/**/*.d.ts').filter((each) => !each.includes('specification'));
    const named = files.flatMap((each) => [
      ...readFileSync(each, 'utf8').matchAll(/(\{@link spec\.(\w+) )?§[\d.]+/g),
    ]);
    expect(named.length).toBeGreaterThan(140);
    for (const [text, link, name = ''] of named) {
      expect(link, text).toBeDefined();
      expect(sections).toContain(`type ${name} = never`);
    }
  });
});
