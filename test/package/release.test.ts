import { describe, expect, it } from 'vitest';
import { releaseProblems } from '../../scripts/release-problems.ts';

const url = 'https://code.example/consent-evidence';
const whole = { version: '0.1.0', repository: { type: 'git', url }, homepage: url, bugs: { url } };

describe('what a release demands of the manifest', () => {
  it('is a version, and where to find the code, the pages and somebody to write to', () => {
    expect(releaseProblems(whole)).toEqual([]);
    expect(releaseProblems({ ...whole, bugs: url, repository: `git+${url}.git` })).toEqual([]);
    expect(releaseProblems({})).toHaveLength(4);
  });

  it.each(['repository', 'homepage', 'bugs'])('is %s', (name) => {
    for (const value of [undefined, '', 'soon', 7, null, {}, { url: '' }, { url: 7 }]) {
      expect(releaseProblems({ ...whole, [name]: value })).toEqual([
        expect.stringContaining(`"${name}"`),
      ]);
    }
  });

  it.each([undefined, '0.0.0'])('is a version other than %s', (version) => {
    expect(releaseProblems({ ...whole, version })).toEqual([expect.stringContaining('version')]);
  });
});
