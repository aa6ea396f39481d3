/** What a row rests on: the specification, a decision of ours, or a switch of the fake. */
export const KINDS = ['stated', 'chosen', 'reading'] as const;

export type Kind = (typeof KINDS)[number];

/** One row of `docs/conformance.md`. */
export interface Row {
  /** The section of the specification, with the number of the rule if it has one. */
  readonly section: string;
  readonly kind: Kind;
  readonly rule: string;
  /** The test that proves it, or why nothing can break the rule. */
  readonly proof: Proof | { readonly unprovable: string };
  /** Where the rule is in the source, if that is one place with a name; see `without.ts`. */
  readonly place: string | undefined;
}

/** A test of the suite, through any door. */
export interface Proof {
  /** The file below `test/service`, without `.test.ts`. */
  readonly file: string;
  /** The full title, without the door before it. */
  readonly title: string;
}

const LINK = /^\[([\w-]+)\]\(\.\.\/test\/service\/[\w-]+\.test\.ts\): (.+)$/;
const UNPROVABLE = 'nothing can break it: ';

/** Makes a title safe for a page, where characters that set the writing direction would disorder it. */
export function readable(title: string): string {
  return title.replace(/[\u202a-\u202e]/g, '');
}

const escape = (text: string): string => text.replace(/[\\|<>*_`[\]]/g, '\\$&');
const unescape = (text: string): string => text.replace(/\\(.)/g, '$1');

/** Reads one line of the table. */
export function rowOf(line: string): Row {
  const cells = line.split(/(?<!\\)(?:\\\\)*\|/).slice(1, -1);
  const [section = '', kind = '', rule = '', test = '', place = ''] = cells.map((each) =>
    each.trim(),
  );
  if (cells.length !== 5 || !(KINDS as readonly string[]).includes(kind)) {
    throw new Error(`not a row of the table (section, kind, rule, test, place): ${line}`);
  }
  const [, file, title] = LINK.exec(test) ?? [];
  if (file === undefined && !test.startsWith(UNPROVABLE)) throw new Error(`no test: ${line}`);
  return {
    section,
    kind: kind as Kind,
    rule: unescape(rule),
    proof:
      file === undefined
        ? { unprovable: unescape(test.slice(UNPROVABLE.length)) }
        : { file, title: unescape(title ?? '') },
    place: place === '' ? undefined : place.replaceAll('`', ''),
  };
}

/** Renders a row as a line of the table. */
export function lineOf({ section, kind, rule, proof, place }: Row): string {
  const test =
    'file' in proof
      ? `[${proof.file}](../test/service/${proof.file}.test.ts): ${escape(readable(proof.title))}`
      : UNPROVABLE + escape(proof.unprovable);
  const where = place === undefined ? '' : ` \`${place}\``;
  return `| ${section} | ${kind} | ${escape(rule)} | ${test} |${where} |`;
}
