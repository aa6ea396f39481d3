import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { releaseProblems } from '../../scripts/release-problems.ts';

const url = 'https://code.example/consent-evidence';
const whole = { version: '0.1.0', repository: { type: 'git', url }, homepage: url, bugs: { url } };

describe('what a release demands of the manifest', () => {
  it('is a version, and where to find the code, the pages and someone to write to', () => {
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

describe('npm publish in the repository', () => {
  it('is refused with the way to do it, before anything is built or sent', () => {
    const { status, stdout, stderr } = spawnSync('npm', ['publish', '--dry-run'], {
      encoding: 'utf8',
      env: { ...process.env, npm_config_registry: 'http://127.0.0.1:9/' },
    });
    expect(status).not.toBe(0);
    expect(stderr).toContain('Publish the tarball instead: "npm run release"');
    expect(stdout).not.toContain('prepack');
  });
});
