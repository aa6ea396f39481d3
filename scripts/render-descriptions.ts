import path from 'node:path';
import ts from 'typescript';
import { type EndpointName, endpointFacts, endpoints } from '../src/contract/endpoints.ts';

const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The `data` type of each endpoint, each in its own file. */
const DATA = Object.entries(endpoints)
  .filter(([, { data }]) => data !== null)
  .map(([name]) => [`endpoints/${kebab(name)}`, [`${capital(name)}Data`]] as const);

/** The names that the documents have for the `data` types. */
const DOCUMENT_NAMES = new Map(
  (Object.keys(endpoints) as EndpointName[]).map((name) => {
    const { data = '' }: { readonly data?: string } = endpointFacts[name]().names;
    return [`${capital(name)}Data`, data] as [string, string];
  }),
);

/** The operations of the client by the names that a document has for them. */
const OPERATION_IDS = Object.entries(endpoints).map(([name, { operation }]) => [operation, name]);

/** The types of the contract whose members an OpenAPI document describes, by file. */
const OF_CONTRACT = {
  cdr: ['Cdr', 'CdrListEntry'],
  'auto-metadata': ['AutoMetadata'],
  'signer-telemetry': ['SignerTelemetry', 'Geo'],
  disclosure: ['DetectedDisclosureDetails', 'DetectedDisclosure', 'DeclaredDisclosure'],
  acceptance: ['AcceptanceCriteria', 'RecordCriteria', 'DisclosureCriteria', 'LeadMatchCriteria'],
  'text-rules': ['RequiredTextRule', 'ForbiddenTextRule'],
  'acceptance-failure': ['AcceptanceFailedDetails', 'AcceptanceFailure', 'InvalidArgumentDetails'],
  ...Object.fromEntries(DATA),
  webhook: ['CdrCompletedEvent'],
} as const;

/** The types of a described page, for the control API and seed files. They are of no section. */
const OF_PAGE = [
  ...['CaptureInput', 'CapturedField', 'CapturedDisclosure', 'CapturedSubmit', 'CapturedSigner'],
  'CapturedImage',
];

const DESCRIBED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(OF_CONTRACT).map(([file, names]) => [`src/contract/${file}.ts`, names]),
  ),
  'mock/capture/capture-input.ts': OF_PAGE,
};

function textOf(parts: readonly ts.SymbolDisplayPart[] | undefined): string {
  const text = ts
    .displayPartsToString([...(parts ?? [])])
    .replace(/\{@link (\w+)\}/g, '$1')
    .replace(/\s+/g, ' ')
    .replaceAll('**', '')
    .trim();
  return OPERATION_IDS.reduce(
    (told, [operation, id]) => told.replaceAll(`\`${operation}\``, `\`${id}\``),
    text,
  );
}

const SECTION = /spec (§[\d.]+)/;

/** In a union, one form says why the member is absent; the other says what it is. */
const WHY_ABSENT = /^(?:Absent|Left out): /;

/** Returns the text of a member's docstring. */
function docOf(checker: ts.TypeChecker, member: ts.Symbol): string {
  const docs = (member.declarations ?? []).map((each) => {
    const own = checker.getSymbolAtLocation((each as ts.PropertySignature).name);
    return textOf(own?.getDocumentationComment(checker));
  });
  return docs.find((doc) => doc !== '' && !WHY_ABSENT.test(doc)) ?? '';
}

function membersOf(checker: ts.TypeChecker, type: ts.Type, section: string | undefined) {
  const members = type.getProperties().map((member): [string, string] => {
    const doc = docOf(checker, member);
    if (doc === '') throw new Error(`${member.name} (spec ${section}) has no docstring`);
    return [
      member.name,
      section === undefined || SECTION.test(doc)
        ? doc
        : `${doc.replace(/\.$/, '')} (spec ${section}).`,
    ];
  });
  return Object.fromEntries(members);
}

/** Renders `mock/openapi/descriptions.json`: what the contract's docstrings say about each field. */
export function renderDescriptions(): string {
  const fileOf = (file: string): string => path.resolve(file);
  const program = ts.createProgram(Object.keys(DESCRIBED).map(fileOf), {
    strict: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
  });
  const checker = program.getTypeChecker();
  const described: Record<string, { description: string; members: Record<string, string> }> = {};
  for (const [file, names] of Object.entries(DESCRIBED)) {
    const source = program.getSourceFile(fileOf(file));
    const module = source && checker.getSymbolAtLocation(source);
    for (const name of names) {
      const exported = module === undefined ? [] : checker.getExportsOfModule(module);
      const symbol = exported.find((each) => each.name === name);
      if (symbol === undefined) throw new Error(`${file} has no ${name}`);
      const description = textOf(symbol.getDocumentationComment(checker));
      const isOfPage = OF_PAGE.includes(name);
      const section = isOfPage ? undefined : SECTION.exec(description)?.[1];
      if (section === undefined && !isOfPage) throw new Error(`${name} names no section`);
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      described[DOCUMENT_NAMES.get(name) ?? name] = {
        description,
        members: membersOf(checker, type, section),
      };
    }
  }
  return `${JSON.stringify(described, null, 2)}\n`;
}
