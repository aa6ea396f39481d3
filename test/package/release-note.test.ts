import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changelogProblems, releaseNoteProblems } from '../../scripts/release-note.ts';

const NOTE = '.changeset/next.md';
const noteOf = (size: string, body: string) => `---\n'consent-evidence': ${size}\n---\n\n${body}`;

describe('the note of the next release', () => {
  it('is one file', () => {
    const notes = readdirSync('.changeset').filter((file) => file.endsWith('.md'));
    expect(['next.md', 'README.md']).toEqual(expect.arrayContaining(notes));
  });

  it('has the form that .changeset/README.md describes', () => {
    if (existsSync(NOTE)) expect(releaseNoteProblems(readFileSync(NOTE, 'utf8'))).toEqual([]);
    const readme = readFileSync('.changeset/README.md', 'utf8');
    const example = /```md\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    expect(releaseNoteProblems(example)).toEqual([]);
  });

  it('keeps its form in the changelog', () => {
    const changelog = existsSync('CHANGELOG.md') ? readFileSync('CHANGELOG.md', 'utf8') : '';
    expect(changelogProblems(changelog)).toEqual([]);
    const released = (sentence: string) =>
      `# consent-evidence\n\n## 2.0.0\n\n### Major Changes\n\n#### Breaking\n\n- ${sentence}\n`;
    const sentence = 'Write `a()` in place of `b()`.';
    expect(changelogProblems(released(`**Breaking:** ${sentence}`))).toEqual([]);
    expect(changelogProblems(released(sentence)).join()).toContain('2.0.0: Breaking: a sentence');
  });

  it('may have every group, and code below a sentence', () => {
    const breaking = '- **Breaking:** The default of `x` is 2:\n\n  ```ts\n  f({ x: 1 });\n  ```\n';
    const body = `### Added\n\n- A.\n\n### Changed\n\n- B.\n\n### Fixed\n\n- C.\n\n### Breaking\n\n${breaking}`;
    expect(releaseNoteProblems(noteOf('major', body))).toEqual([]);
  });

  it.each([
    ['without a head', '### Added\n\n- A.\n', 'the head names'],
    ['of an unknown size', noteOf('big', '### Added\n\n- A.\n'), 'the head names'],
    ['without a group', noteOf('patch', ''), 'at least one group'],
    ['with text before its groups', noteOf('patch', 'So.\n\n### Fixed\n\n- A.\n'), 'in this order'],
    ['with an unknown group', noteOf('patch', '### Removed\n\n- A.\n'), 'in this order'],
    ['in another order', noteOf('minor', '### Fixed\n\n- A.\n\n### Added\n\n- B.\n'), 'order'],
    ['with a group twice', noteOf('patch', '### Fixed\n\n- A.\n\n### Fixed\n\n- B.\n'), 'once'],
    ['with an empty group', noteOf('patch', '### Fixed\n'), 'is empty'],
    ['with a paragraph', noteOf('patch', '### Fixed\n\n- A.\n\nB.\n'), 'neither a sentence'],
    ['with half a sentence', noteOf('patch', '### Fixed\n\n- A\n'), 'full stop'],
    ['with a story', noteOf('patch', '### Fixed\n\n- A. Before, it was B.\n'), 'true now'],
    ['that adds in a patch', noteOf('patch', '### Added\n\n- A.\n'), 'asks for minor'],
    [
      'that breaks in a minor',
      noteOf('minor', '### Breaking\n\n- **Breaking:** Write `a` in place of `b`.\n'),
      'asks for major',
    ],
    [
      'that breaks without the word',
      noteOf('major', '### Breaking\n\n- Write `a` in place of `b`.\n'),
      '**Breaking:**',
    ],
    [
      'that breaks without code',
      noteOf('major', '### Breaking\n\n- **Breaking:** Another default.\n'),
      'the code before and after',
    ],
    [
      'that breaks in another group',
      noteOf('major', '### Fixed\n\n- **Breaking:** A.\n'),
      '**Breaking:**',
    ],
  ])('is refused %s', (_what, text, problem) => {
    expect(releaseNoteProblems(text)).toEqual([expect.stringContaining(problem)]);
  });
});
