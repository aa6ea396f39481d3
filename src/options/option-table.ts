import { asRead } from './as-read.ts';
import { ISSUES_MAX, type Issue, issuesWithin } from './issue.ts';
import { insideOf, isObject, type Kind } from './kinds.ts';
import { namesInWords, unknownOptions } from './unknown-options.ts';

/** The options of one function: for each name what it may be. It lacks none, and has no other. */
export type OptionTable<Options extends object> = {
  readonly [Name in keyof Required<Options>]: Kind;
};

/** The issues of one value: those inside it, or one for the whole of it. */
export function issuesOfKind(path: string, value: unknown, kind: Kind): Issue[] {
  if (value === undefined && kind.isRequired !== true) return [];
  return issuesWithin(path, insideOf(kind, value));
}

/** Lists what is wrong with options that are an object: unknown names, then each value. */
export function optionIssues(table: Readonly<Record<string, Kind>>, given: object): Issue[] {
  const values = given as Readonly<Record<string, unknown>>;
  const names = Object.keys(table);
  const issues = unknownOptions(given, names);
  for (const name of names) {
    const kind = table[name];
    if (kind !== undefined) issues.push(...issuesOfKind(name, values[name], kind));
  }
  return issues.slice(0, ISSUES_MAX);
}

/**
 * Copies options as they are read, so that what happens to the object later changes nothing. Options
 * that are no object are returned as they are: {@link optionIssues} names what is wrong.
 */
export function optionsAsRead<Options extends object>(
  table: OptionTable<Options>,
  given: Options,
): Options {
  const rows: Readonly<Record<string, Kind>> = table;
  const names = Object.keys(rows);
  const copy = asRead(given, names) as Record<string, unknown>;
  for (const name of names) {
    const [value, read] = [copy[name], rows[name]?.read];
    if (read !== undefined && isObject(value)) copy[name] = read(value);
  }
  return copy as Options;
}

/** Whether the value is an object with names, and not a list or a `Map`; of any realm. */
const hasNames = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]';

/** Makes a table when it is first used: what a bundle does not use, it can then leave out. */
export type MakeTable<Options extends object> = () => OptionTable<Options>;

const made = new WeakMap<object, object>();

/** Returns the table, which is made once. */
export function tableOf<Options extends object>(make: MakeTable<Options>): OptionTable<Options> {
  const known = made.get(make);
  if (known !== undefined) return known as OptionTable<Options>;
  const table = make();
  made.set(make, table);
  return table;
}

/** An option that is itself an object with options. */
export function optionsOf<Options extends object>(table: OptionTable<Options>): Kind {
  const expected = `an object with ${namesInWords(Object.keys(table))}`;
  const issues = (value: unknown): Issue[] =>
    hasNames(value) ? optionIssues(table, value) : [{ path: '', message: `expected ${expected}` }];
  return {
    expected,
    fits: (value) => issues(value).length === 0,
    issues,
    read: (value) => (hasNames(value) ? optionsAsRead(table, value as Options) : value),
  };
}
