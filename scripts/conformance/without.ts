import ts from 'typescript';

/** The replacements for the code at a place, made from its text; `given` is the text in brackets. */
const TURNS: Readonly<Record<string, (written: string, given: string) => string>> = {
  nothing: () => '(() => undefined)',
  true: () => '(() => true)',
  false: () => '(() => false)',
  'its argument': () => '((...given) => given[0])',
  'no findings': () => '(() => [])',
  'an empty list': () => '[]',
  'one more': (written) => `(${written}) + 1`,
  /** Makes the router behave as if an announced endpoint existed. */
  'one path more': (written, given) => {
    const [method, path] = given.split(' ');
    const entry = `{ segments: segmentsOf('${path}'), methods: new Map([['${method}', 'getCdr']]) }`;
    return `((...all) => [...(${written})(...all), ${entry}])`;
  },
  'one switch at its default': (written, given) =>
    `((...all) => ({ ...(${written})(...all), ${given}: defaultReadings.${given} }))`,
};

/** The parts of `path/of/file.ts#name.member → turn (given)`. */
export interface Place {
  readonly file: string;
  /** A declaration of the file, and the path of members below it. */
  readonly names: readonly string[];
  readonly turn: string;
  readonly given: string;
}

/** Parses a place as a row names it. */
export function placeOf(text: string): Place {
  const [, file = '', names = '', turn = '', given = ''] =
    /^([^#]+)#([\w.]+) → ([^(]+?)(?: \((.+)\))?$/.exec(text) ?? [];
  if (!Object.hasOwn(TURNS, turn)) throw new Error(`no such place or turn: ${text}`);
  return { file, names: names.split('.'), turn, given };
}

function declarationNamed(source: ts.SourceFile, name: string): ts.Node | undefined {
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: own, initializer } of statement.declarationList.declarations) {
      if (ts.isIdentifier(own) && own.text === name) return initializer;
    }
  }
  return undefined;
}

/** Finds a member, however deep in the expression its object literal is. */
function memberNamed(node: ts.Node, name: string): ts.Node | undefined {
  if (!ts.isObjectLiteralExpression(node)) {
    return ts.forEachChild(node, (child) => memberNamed(child, name));
  }
  const own = node.properties.find((property) => property.name?.getText() === name);
  return own && ts.isPropertyAssignment(own) ? own.initializer : own;
}

function nodeAt(source: ts.SourceFile, { file, names }: Place): ts.Node {
  const [first = '', ...members] = names;
  let node = declarationNamed(source, first);
  for (const member of members) node = node && memberNamed(node, member);
  if (node === undefined) throw new Error(`${file} has no ${names.join('.')}`);
  return node;
}

/**
 * Returns the source with the code at `place` replaced as the place says. The code is found by name in
 * the syntax tree, so a rule can be rewritten without changing its row.
 */
export function without(source: string, place: Place): string {
  const tree = ts.createSourceFile(place.file, source, ts.ScriptTarget.Latest, true);
  const node = nodeAt(tree, place);
  const isFunction = ts.isFunctionDeclaration(node);
  const start = (isFunction && node.modifiers?.end) || node.getStart();
  const turned = TURNS[place.turn]?.(source.slice(start, node.end), place.given) ?? '';
  const name = place.names.at(-1) ?? '';
  const statement = isFunction
    ? ` function ${name}(...all) { return (${turned})(...all); }`
    : turned;
  const whole = ts.isMethodDeclaration(node) ? `${name}: ${turned}` : statement;
  return source.slice(0, start) + whole + source.slice(node.end);
}
