import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openAccount } from '../../cli/account/open-account.ts';
import { profilesPath } from '../../cli/account/read-profile.ts';
import { errorFor } from '../../cli/output/print-finding.ts';
import { createMockService } from '../../mock/index.ts';
import { serveMock } from '../../mock/node.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { reported, runHere } from './run-here.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = 'kid_brand_a.s3cr3t-of-brand-a';
const HALVES = KEY.split('.');

let files = 0;
function profilesFile(text: string, mode = 0o600): string {
  files += 1;
  const file = path.join(folder, `profiles-${files}.json`);
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const check = (file: string, name = 'brand-a') =>
  runHere(['check', '--profile', name, '--json'], { CONSENT_EVIDENCE_PROFILES: file });

const good = JSON.stringify({ 'brand-a': { apiKey: KEY, baseUrl: 'http://127.0.0.1:9' } });

describe('a profile', () => {
  it('is an account: its own key at its own address', async () => {
    const mock = createMockService();
    const brands = ['a', 'b'].map((name) => mock.addOrganization({ name }));
    const served = await serveMock(mock);
    const profiles = Object.fromEntries(
      brands.map(({ apiKey }, index) => [`brand-${index}`, { apiKey, baseUrl: served.url }]),
    );
    const file = profilesFile(JSON.stringify(profiles));
    for (const [index, { organizationId }] of brands.entries()) {
      const ran = await check(file, `brand-${index}`);
      expect(reported(ran)).toMatchObject({ ok: true, profile: `brand-${index}` });
      expect(mock.requests().at(-1)).toMatchObject({ organizationId, status: 200 });
      // The same with the variable.
      const env = { CONSENT_EVIDENCE_PROFILES: file, CONSENT_EVIDENCE_PROFILE: `brand-${index}` };
      expect((await runHere(['check'], env)).code).toBe(0);
      expect(mock.requests().at(-1)).toMatchObject({ organizationId });
    }
    await served.close();
  });

  it('may begin with the byte order mark of an editor on Windows', async () => {
    const ran = await check(profilesFile(`\uFEFF${good}`));
    expect(ran).toMatchObject({ code: 1, stderr: '' }); // nothing listens there
  });

  it('wins over the variables where it is a flag, and is refused beside a key where it is one', async () => {
    const env = {
      CONSENT_EVIDENCE_PROFILES: profilesFile(good),
      CONSENT_EVIDENCE_API_KEY: 'another.key',
      CONSENT_EVIDENCE_BASE_URL: 'http://127.0.0.1:9',
    };
    const flag = await runHere(['check', '--profile', 'brand-a', '--json'], env);
    expect(reported(flag)).toMatchObject({ ok: false, profile: 'brand-a' });
    const both = await runHere(['check'], { ...env, CONSENT_EVIDENCE_PROFILE: 'brand-a' });
    expect(both).toMatchObject({ code: 2, stdout: '' });
    expect(both.stderr).toContain('CONSENT_EVIDENCE_PROFILE: is set as well as');
  });

  it.skipIf(process.platform === 'win32')(
    'is read only from a file that no one else may use',
    async () => {
      for (const mode of [0o644, 0o640, 0o606, 0o620, 0o601]) {
        const file = profilesFile(good, mode);
        const { code, stderr } = await check(file);
        expect(code).toBe(2);
        expect(stderr).toContain(`chmod 600 ${file}`);
      }
      const link = path.join(folder, 'link.json');
      symlinkSync(profilesFile(good, 0o644), link);
      expect((await check(link)).stderr).toContain('chmod 600');
      expect((await check(profilesFile(good, 0o400))).code).toBe(1); // nothing listens there
    },
  );

  it.skipIf(process.platform === 'win32')(
    'is read from no file of another user, but from one of the root',
    async () => {
      const file = profilesFile(good);
      const uid = process.getuid?.() ?? 0;
      vi.spyOn(process, 'getuid').mockReturnValue(uid + 1);
      if (uid === 0) {
        expect((await check(file)).code).toBe(1); // nothing listens there
        chownSync(file, 4242, 4242);
      }
      const { code, stderr } = await check(file);
      expect(code).toBe(2);
      expect(stderr).toContain('belongs to another user, who could replace the key');
      for (const half of HALVES) expect(stderr).not.toContain(half);
    },
  );

  it('is named by a file, a name and members that exist', async () => {
    const wrong: readonly [string, string, string][] = [
      [path.join(folder, 'none.json'), 'brand-a', 'there is no such file'],
      [folder, 'brand-a', 'is not a regular file'],
      [profilesFile(good), 'brand-b', 'did you mean "brand-a"?'],
      [profilesFile(good), 'production', 'expected one of brand-a'],
      [profilesFile(good), 'constructor', 'has no profile "constructor"'],
      [profilesFile('{}'), 'brand-a', 'it has none'],
      [profilesFile('[]'), 'brand-a', 'expected an object with a member for each profile'],
      [profilesFile('{"brand-a": 1}'), 'brand-a', 'brand-a: expected an object'],
      [profilesFile('{"brand-a": {}}'), 'brand-a', 'brand-a.baseUrl: expected a string'],
      [profilesFile('{"brand-a": '), 'brand-a', ':1:13: expected'],
      [profilesFile(good.replace('http:', 'ftp:')), 'brand-a', 'baseUrl'],
    ];
    for (const [file, name, words] of wrong) {
      const { code, stderr } = await check(file, name);
      expect({ words, code }).toEqual({ words, code: 2 });
      expect(stderr).toContain(words);
      expect(stderr).toContain('--profile');
    }
  });

  it('never shows anything of its key, however the file is broken', async () => {
    const whole = JSON.stringify(
      { 'brand-a': { apiKey: KEY, baseUrl: 'https://api.example.com' } },
      null,
      1,
    );
    const broken = fc.oneof(
      fc.nat(whole.length).map((end) => whole.slice(0, end)),
      fc
        .tuple(fc.nat(whole.length), fc.string({ maxLength: 3 }))
        .map(([at, text]) => whole.slice(0, at) + text + whole.slice(at + 1)),
      fc.constantFrom(
        whole.replace('"apiKey"', `"${KEY}"`),
        whole.replace('"brand-a"', `"${KEY}"`),
        whole.replace(`"${KEY}"`, `{"${KEY}": "${KEY}"}`),
        whole.replace(`"${KEY}"`, `"${KEY}\\n"`),
        whole.replace(`"${KEY}"`, `"${KEY}.${KEY}"`),
        whole.replace('https://', `https://${KEY}@`),
        whole.replace(/"baseUrl": "[^"]*"/, `"baseUrl": "${KEY}"`),
        whole.replace(`"${KEY}"`, KEY),
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        broken,
        fc.constantFrom('brand-a', 'brand-b', KEY),
        async (text, profile) => {
          const env = { CONSENT_EVIDENCE_PROFILES: profilesFile(text) };
          const shown = await openAccount({ profile }, env).then(
            (account) => account.shown,
            (error: unknown) => {
              expect(error).toBeInstanceOf(InvalidInputError);
              return [errorFor(error as Error), String(error)];
            },
          );
          for (const half of HALVES) expect(JSON.stringify(shown)).not.toContain(half);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the profiles file', () => {
  const home = path.join(folder, 'home');
  mkdirSync(home, { recursive: true });

  it.skipIf(process.platform === 'win32')('is where configuration belongs', () => {
    const file = path.join('consent-evidence', 'profiles.json');
    expect(profilesPath({ XDG_CONFIG_HOME: home })).toBe(path.join(home, file));
    expect(profilesPath({})).toMatch(/\.config[/\\]consent-evidence[/\\]profiles\.json$/);
    expect(profilesPath({ XDG_CONFIG_HOME: 'relative' })).toBe(profilesPath({}));
    expect(profilesPath({ CONSENT_EVIDENCE_PROFILES: '/etc/ours.json' })).toBe('/etc/ours.json');
  });
});

describe('a key', () => {
  it.each([
    ['check', `--api-key=${KEY}`],
    ['check', '--api-key', KEY],
    ['find', '--phone', '4155550123', '--apikey', KEY],
    ['check', '--API_KEY', KEY],
    [`--api-key=${KEY}`],
    ['check', `--key=${KEY}`],
    ['check', '--profile', KEY],
  ])('is not taken from the command line, nor repeated: %s %s', async (...args) => {
    const { code, stdout, stderr } = await runHere(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: /);
    for (const half of HALVES) expect(stdout + stderr).not.toContain(half);
  });

  it('that is malformed, or at an invalid address, is named by its variable', async () => {
    const env = { CONSENT_EVIDENCE_API_KEY: `${KEY} `, CONSENT_EVIDENCE_BASE_URL: 'nowhere' };
    const { code, stderr, stdout } = await runHere(['check', '--json'], env);
    expect(code).toBe(2);
    expect(stderr).toContain('CONSENT_EVIDENCE_API_KEY: must not contain white space');
    expect(stderr).toContain('CONSENT_EVIDENCE_BASE_URL: expected');
    expect(stdout).toContain('"ok":false');
    for (const half of HALVES) expect(stdout + stderr).not.toContain(half);
  });

  it('that is missing is told with what to set', async () => {
    const { code, stderr } = await runHere(['check']);
    expect(code).toBe(2);
    expect(stderr).toContain('CONSENT_EVIDENCE_API_KEY: is not set');
    expect(stderr).toContain('CONSENT_EVIDENCE_BASE_URL: is not set');
  });
});
