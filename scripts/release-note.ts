/** The groups of a release note, in their order. */
const GROUPS = ['Added', 'Changed', 'Fixed', 'Breaking'];

/** The smallest size of a release that has a sentence in the group. */
const SIZES = ['patch', 'minor', 'major'];
const SMALLEST: Readonly<Record<string, string>> = { Added: 'minor', Breaking: 'major' };

const STORY = /^(?:Before|Until now|Previously)\b/;

function sentenceProblems(group: string, line: string): string[] {
  const text = line.slice(2);
  const problems: string[] = [];
  if (!/[.:]$/.test(text)) problems.push('ends with a full stop, or a colon before code');
  if (text.split('. ').some((part) => STORY.test(part))) problems.push('says what is true now');
  if (text.startsWith('**Breaking:** ') !== (group === 'Breaking')) {
    problems.push('begins with **Breaking:** in the group Breaking, and only there');
  }
  return problems.map((problem) => `${group}: a sentence ${problem}: ${line}`);
}

/** Returns the problems of a group's lines: sentences, with the code below each indented. */
function groupProblems(group: string, lines: readonly string[]): string[] {
  const sentences = lines.filter((line) => line.startsWith('- '));
  const others = lines.filter((line) => !/^(?:- .|  |$)/.test(line));
  // `docs/guides/versions.md` promises the line of the user's code before and after.
  const pieces = lines.join('\n').match(/```[\s\S]*?```|`[^`\n]+`/g)?.length ?? 0;
  const isShown = group !== 'Breaking' || pieces >= sentences.length;
  return [
    ...(isShown ? [] : [`${group}: each sentence shows the code before and after`]),
    ...(sentences.length === 0 ? [`${group}: is empty`] : []),
    ...others.map((line) => `${group}: is neither a sentence nor its code: ${line}`),
    ...sentences.flatMap((line) => sentenceProblems(group, line)),
  ];
}

/** Returns what is wrong with the form of each release in a changelog, as `.changeset/changelog.js` writes it. */
export function changelogProblems(changelog: string): string[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((release) => {
      const [version = '', ...sizes] = release.split(/^### /m);
      return sizes.flatMap((each) => {
        const [, size = '', body = ''] = /^(\w+) Changes\n\n([\s\S]*)$/.exec(each) ?? [];
        const note = `---\n'consent-evidence': ${size.toLowerCase()}\n---\n\n${body.replaceAll(/^####/gm, '###')}`;
        return releaseNoteProblems(note).map((problem) => `${version.trim()}: ${problem}`);
      });
    });
}

/** Returns what is wrong with the form of a release note, which `.changeset/README.md` describes. */
export function releaseNoteProblems(text: string): string[] {
  const [, size = '', body = ''] =
    /^---\n'consent-evidence': (\w+)\n---\n\n([\s\S]*)$/.exec(text) ?? [];
  if (!SIZES.includes(size)) return [`the head names the package and one of ${SIZES.join(', ')}`];
  const [before = '', ...parts] = body.split(/^### /m);
  const groups = parts.map((part) => part.split('\n'));
  const names = groups.map(([name = '']) => name);
  const problems = groups.flatMap(([name = '', ...lines]) => groupProblems(name, lines));
  if (before !== '' || names.join() !== GROUPS.filter((each) => names.includes(each)).join()) {
    problems.push(`has nothing but groups, each once, in this order: ${GROUPS.join(', ')}`);
  }
  if (names.length === 0) problems.push('has at least one group');
  for (const name of names) {
    const smallest = SMALLEST[name] ?? 'patch';
    if (SIZES.indexOf(size) < SIZES.indexOf(smallest))
      problems.push(`${name}: asks for ${smallest}`);
  }
  return problems;
}
