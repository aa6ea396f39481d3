import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveEvidence, folderVault, writeDossier } from '../../src/archive/index.ts';
import { codeBlocks } from '../docs/code-blocks.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { EXPIRED_HEAD, EXPIRED_REPLY, EXPIRED_ROOT } from './support/expired-authority.ts';
import { filesIn } from './support/files-in.ts';
import { hasOpenssl, opensslAuthority } from './support/openssl-authority.ts';

const PHONE = '(415) 555-0123';
const keys = generateKeyPairSync('ed25519');
const publicPem = keys.publicKey.export({ type: 'spki', format: 'pem' });

/** GNU tools, as the guide says: those of macOS and Windows have other flags. */
const hasTools = hasOpenssl() && spawnSync('date', ['-d', '@0']).status === 0;

const block = codeBlocks('docs/guides/archive.md').find(({ language }) => language === 'sh');
/** The commands of the guide, about the first seal. */
const commands = (block?.code ?? '').replace('seals/00000042', 'seals/00000001');

/** Runs commands as they are printed, in a folder; both outputs together. */
function sh(folder: string, script: string): string {
  const { stdout, stderr } = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
  return stdout + stderr;
}

/** Without the signature and the time stamp: the lists already name each changed file. */
const listsOf = (script: string): string => script.replace(/^(?:at=\$\()?openssl .*$/gm, '');

/** Only what the commands say of the evidence, without openssl’s own chatter. */
const said = (output: string): string[] =>
  output.split('\n').filter((line) => line !== '' && !line.startsWith('Using configuration'));

describe.runIf(hasTools)('with plain tools, as a dossier’s own pages print them', () => {
  const own = mkdtempSync(path.join(tmpdir(), 'consent-evidence-authority-'));
  afterAll(() => rmSync(own, { recursive: true, force: true }));

  async function bag(): Promise<string> {
    const { client, capture, mock } = archiveWorld();
    capture({ fields: [{ name: 'phone', type: 'tel', value: PHONE }] });
    const root = path.join(tempFolder(), 'case');
    mkdirSync(path.join(root, 'data'), { recursive: true });
    writeFileSync(path.join(root, 'data', '100%25.txt'), 'a name that the list escapes');
    const authority = opensslAuthority(own);
    const sign = { privateKey: keys.privateKey, keyId: 'test' };
    const { timestamp } = authority;
    const options = { phone: PHONE, folder: root, clock: mock.clock, sign, timestamp };
    expect(await writeDossier(client, options)).toMatchObject({ ok: true });
    writeFileSync(path.join(root, 'PUBLIC-KEY.pem'), publicPem);
    writeFileSync(path.join(root, 'AUTHORITY.pem'), readFileSync(path.join(own, 'ca.pem')));
    return root;
  }

  /** The commands of the form, as a person copies them. */
  function printed(root: string): string {
    const page = readFileSync(path.join(root, 'declaration.html'), 'utf8');
    const texts = [...page.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, text = '']) => text);
    return texts.join('\n').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
  }

  it('a dossier is found whole, also after zip and unzip', async () => {
    const root = await bag();
    const form = readFileSync(path.join(root, 'declaration.html'), 'utf8');
    const lines = said(sh(root, printed(root)));
    const head = readFileSync(path.join(root, 'data/seals/00000001.head'), 'utf8');
    expect(lines).toEqual([
      expect.stringMatching(/^[0-9a-f]{64} {2}manifest-sha256\.txt$/),
      `${head}  -`,
      `${head}Signature Verified Successfully`,
      'Verification: OK',
    ]);
    expect(form).toContain(lines[0]?.slice(0, 64));
    if (spawnSync('zip', ['-v']).status !== 0 || spawnSync('unzip', ['-v']).status !== 0) return;
    expect(sh(root, 'zip -qr ../case.zip . && unzip -qd ../again ../case.zip')).toBe('');
    expect(said(sh(path.join(root, '../again'), printed(root)))).toEqual(lines);
  });

  it('each changed file of a dossier is named', async () => {
    const root = await bag();
    const commands = listsOf(printed(root));
    const whole = said(sh(root, commands));
    const names = filesIn(root).filter((each) => !/^\.|\.pem$/.test(each));
    expect(names).toContain('data/100%25.txt');
    for (const name of names) {
      const file = path.join(root, name);
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1));
      const lines = said(sh(root, commands));
      // a list is named by what it says: a wrong digest, none, or a file that is not there
      const isNamed = lines.some(
        (line) => line.includes(name) || /checksum|listed file|improperly formatted/.test(line),
      );
      expect([name, isNamed, lines.join() === whole.join()]).toEqual([name, true, false]);
      writeFileSync(file, bytes);
    }
    expect(said(sh(root, commands))).toEqual(whole);
  });

  it.each(['tagmanifest-sha256.txt', 'manifest-sha256.txt'])(
    'a line of %s that has no digest fails',
    async (name) => {
      const root = await bag();
      const commands = printed(root)
        .split('\n')
        .filter((line) => line.includes(` ${name}`) && line.includes('sha256sum -c'));
      expect(commands).toHaveLength(1);
      const file = path.join(root, name);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^[0-9a-f]/, 'g'));
      const { status, stderr } = spawnSync('sh', ['-c', commands.join('\n')], { cwd: root });
      expect([status, `${stderr}`]).toEqual([
        1,
        expect.stringContaining('1 line is improperly formatted'),
      ]);
    },
  );

  it('the page has the commands for the lists of the folder above it', async () => {
    const root = await bag();
    const page = readFileSync(path.join(root, 'data/dossier.html'), 'utf8');
    const [, footer = ''] = /<footer>([^]*)<\/footer>/.exec(page) ?? [];
    const codes = [...footer.matchAll(/<code>([^<]*sha256sum -c[^<]*)</g)].map(([, code = '']) =>
      code.replaceAll('&#39;', "'"),
    );
    expect(codes).toHaveLength(2);
    expect(sh(root, codes.join(' && '))).toBe('');
    rmSync(path.join(root, 'data/manifest.head'));
    expect(sh(root, codes.join(' && '))).toContain('data/manifest.head');
  });
});

describe.runIf(!hasTools)('with plain tools', () => {
  it.skip('a dossier is not checked here: openssl or the GNU tools are not installed', () =>
    undefined);
});

describe.runIf(hasTools)('with plain tools, as the guide prints them', () => {
  let authority: ReturnType<typeof opensslAuthority>;
  let rootPem = '';
  let own = '';
  beforeAll(() => {
    own = mkdtempSync(path.join(tmpdir(), 'consent-evidence-authority-'));
    authority = opensslAuthority(own);
    rootPem = readFileSync(path.join(own, 'ca.pem'), 'utf8');
  });
  afterAll(() => rmSync(own, { recursive: true, force: true }));

  async function sealed(what: 'archive' | 'dossier'): Promise<string> {
    const { client, capture, mock } = archiveWorld();
    for (let at = 0; at < 2; at += 1) {
      capture({ fields: [{ name: 'phone', type: 'tel', value: PHONE }] });
    }
    const root = path.join(tempFolder(), what);
    const options = {
      clock: mock.clock,
      sign: { privateKey: keys.privateKey, keyId: 'test' },
      timestamp: authority.timestamp,
    };
    const { ok } =
      what === 'archive'
        ? await archiveEvidence(client, { vault: folderVault(root), ...options })
        : await writeDossier(client, {
            phone: PHONE,
            folder: root,
            note: 'a "note"\n',
            ...options,
          });
    expect(ok).toBe(true);
    const folder = what === 'archive' ? root : path.join(root, 'data');
    writeFileSync(path.join(folder, 'archive-public.pem'), publicPem);
    writeFileSync(path.join(folder, 'authority.pem'), rootPem);
    return folder;
  }

  it.each(['archive', 'dossier'] as const)('the %s is found whole', async (what) => {
    const folder = await sealed(what);
    const head = readFileSync(path.join(folder, 'seals/00000001.head'), 'utf8');
    const lines = said(sh(folder, commands));
    expect(lines).toEqual([
      `${head}  -`,
      `${head}Signature Verified Successfully`,
      'Verification: OK',
    ]);
  });

  it.each(['archive', 'dossier'] as const)('each changed file of the %s is named', async (what) => {
    const folder = await sealed(what);
    const lists = listsOf(commands);
    const whole = said(sh(folder, lists));
    for (const name of filesIn(folder).filter((each) => !/^(?:\.|[a-z-]+\.pem)/.test(each))) {
      const file = path.join(folder, name);
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1));
      const lines = said(sh(folder, lists));
      const isNamed = lines.some((line) => line.includes(name) || line.startsWith('broken before'));
      expect([name, isNamed, lines.join() === whole.join()]).toEqual([name, true, false]);
      writeFileSync(file, bytes);
    }
    expect(said(sh(folder, lists))).toEqual(whole);
  });

  it('a dossier’s page has a command of its own, which prints what it says', async () => {
    const folder = await sealed('dossier');
    const page = readFileSync(path.join(folder, 'dossier.html'), 'utf8');
    const [, footer = ''] = /<footer>([^]*)<\/footer>/.exec(page) ?? [];
    const codes = [...footer.matchAll(/<code[^>]*>([^<]*)</g)].map(([, code = '']) =>
      code.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
    );
    const [head = ''] = codes.filter((code) => /^[0-9a-f]{64}$/.test(code));
    const [line = ''] = codes.filter((code) => code.includes('sed'));
    expect(said(sh(folder, line))).toEqual([`${head}  -`]);
  });

  it('a time stamp is checked after the certificate of its authority has expired', () => {
    const folder = tempFolder();
    mkdirSync(path.join(folder, 'seals'));
    writeFileSync(path.join(folder, 'seals/00000001.head'), EXPIRED_HEAD);
    writeFileSync(path.join(folder, 'seals/00000001.tsr'), EXPIRED_REPLY);
    writeFileSync(path.join(folder, 'authority.pem'), EXPIRED_ROOT);
    const lines = commands.split('\n').filter((line) => /^(?:seal|at|openssl ts)\b/.test(line));
    expect(lines).toHaveLength(3);
    const now = lines.join('\n').replace(/ -attime .*/, '');
    expect(sh(folder, now)).toContain('certificate has expired');
    expect(said(sh(folder, lines.join('\n')))).toEqual(['Verification: OK']);
  });
});
