import path from 'node:path';

/** A heading with what stands below it, up to the next one of its level. */
interface Section {
  readonly level: number;
  readonly title: string;
  readonly text: string;
  readonly children: readonly Section[];
}

const HEADING = /^(#{1,6}) (.+)$/;
const FENCE = /^\s*```/;
/** TypeDoc's line between two members. */
const RULE = /\n\*\*\*\s*$/;

/** Splits a page into its sections; the first has what stands before all headings. */
function sectionsOf(page: string): Section[] {
  let isFenced = false;
  const flat: { level: number; title: string; lines: string[] }[] = [
    { level: 7, title: '', lines: [] },
  ];
  for (const line of page.split('\n')) {
    if (FENCE.test(line)) isFenced = !isFenced;
    const [, marks = '', title = ''] = (!isFenced && HEADING.exec(line)) || [];
    if (title === '') flat.at(-1)?.lines.push(line);
    else flat.push({ level: marks.length, title, lines: [] });
  }
  const below = (from: number, level: number): Section[] => {
    const found: Section[] = [];
    for (let at = from; at < flat.length; at += 1) {
      const each = flat[at];
      if (each === undefined || each.level < level) break;
      if (each.level > level) continue;
      const children = below(at + 1, level + 1);
      const text = each.lines.join('\n').replace(RULE, '').trim();
      found.push({ level, title: each.title, text, children });
    }
    return found;
  };
  const [head] = flat;
  return [
    { level: 7, title: '', text: head?.lines.join('\n').trim() ?? '', children: [] },
    ...below(1, 1),
  ];
}

const SIGNATURE = /^(```ts\n[\s\S]*?\n```)\n*/;
const isExample = ({ title }: Section): boolean => /^Examples?$/.test(title);

/** Writes a text with each link of it as seen from another page. */
const linksFrom = (text: string, file: string, reader: string): string =>
  text.replaceAll(/\]\((?!\w+:|#|\/)([^)#\s]+)([^)\s]*)\)/g, (_, to: string, anchor: string) => {
    const target = path.posix.join(path.posix.dirname(file), to);
    return `](${path.posix.relative(path.posix.dirname(reader), target)}${anchor})`;
  });

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').trim();

const isRequired = ({ title }: Section): boolean => !title.endsWith('?');

/** Writes a member of a type as an entry of a list: its name, type, default and text. */
function optionEntry(member: Section, file: string, reader: string): string {
  const { title, text } = member;
  const [declared = ''] = SIGNATURE.exec(text) ?? [];
  const type = /^```ts\n(?:readonly )?[^:\n]+:([\s\S]*?);?\n```/.exec(declared)?.[1] ?? '';
  const about = oneLine(text.replace(SIGNATURE, ''));
  const [whole = '', value] = /\s*Default: (.+?)\.(?=\s|$)/.exec(about) ?? [];
  const name = title.replace(/\?$/, '');
  const standard = value === undefined ? '' : `, default: ${value}`;
  const anchor = name.toLowerCase().replaceAll(/[^\w-]/g, '');
  const link = `${path.posix.relative(path.posix.dirname(reader), file)}#${anchor}`;
  const facts = `[\`${name}\`](${link}): \`${oneLine(type).replace(/^\| /, '')}\``;
  const rest = linksFrom(about.replace(whole, ''), file, reader).trim();
  return `- ${facts}${isRequired(member) ? ', required' : standard}${rest === '' ? '' : `<br>${rest}`}`;
}

const PARAMETER = /^\| `(?:\.\.\.)?([\w.]+)\??` \| \[`(\w+(?:Options|Input|Query))`\]\(([^)]+)\)/gm;

/** Returns the members of the options that a call takes, each parameter as a section. */
function optionSections(parameters: Section, reader: string, read: Read): Section[] {
  return [...parameters.text.matchAll(PARAMETER)].flatMap(([, name = '', , to = '']) => {
    const file = path.posix.join(path.posix.dirname(reader), to);
    const [, page] = sectionsOf(read(file) ?? '');
    const members = page?.children.find(({ title }) => title === 'Properties')?.children ?? [];
    if (members.length === 0) return [];
    const ordered = [...members.filter(isRequired), ...members.filter((each) => !isRequired(each))];
    const text = ordered.map((member) => optionEntry(member, file, reader)).join('\n');
    const title = name === 'options' ? 'Options' : `Members of \`${name}\``;
    return [{ level: parameters.level, title, text, children: [] }];
  });
}

type Read = (file: string) => string | undefined;

/** Puts what a call does and its example before its signature, and its options below it. */
function rearranged(section: Section, reader: string, read: Read): Section {
  const children = section.children
    .map((child) => rearranged(child, reader, read))
    .flatMap((child) =>
      child.title === 'Parameters' ? [child, ...optionSections(child, reader, read)] : [child],
    );
  const [whole, signature] = SIGNATURE.exec(section.text) ?? [];
  const examples = children.filter(isExample);
  if (whole === undefined || signature === undefined || examples.length === 0) {
    return { ...section, children };
  }
  const others = children.filter((child) => !isExample(child));
  const call = { level: section.level + 1, title: 'Signature', text: signature, children: [] };
  return {
    ...section,
    text: section.text.slice(whole.length),
    children: [...examples, call, ...others],
  };
}

function written({ level, title, text, children }: Section): string {
  const members = children.map(written).join(level === 2 ? '\n\n***\n\n' : '\n\n');
  const heading = title === '' ? '' : `${'#'.repeat(level)} ${title}`;
  return [heading, text, members].filter((part) => part !== '').join('\n\n');
}

/** The title of a page is what a reader looks for, without its kind. */
const nameOf = (title: string): string => title.replace(/^[A-Z][a-z]+(?: [A-Z][a-z]+)?: /, '');

/**
 * Returns a page of TypeDoc's for people who want to call something: the example first, then the typed
 * signature, then each option with its default and text.
 *
 * @param read returns another page of the reference.
 */
export function referencePage(page: string, file: string, read: Read): string {
  const all = sectionsOf(page)
    .map((section) => rearranged(section, file, read))
    .map((section) =>
      section.level === 1 ? { ...section, title: nameOf(section.title) } : section,
    );
  return `${all.map(written).join('\n\n').trim()}\n`;
}
