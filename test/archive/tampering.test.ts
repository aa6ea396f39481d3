import { createHash, generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { archiveEvidence, type Vault, verifyArchive } from '../../src/archive/index.ts';
import type { ManifestLine } from '../../src/archive/manifest-line.ts';
import { bytesOfHex } from '../../src/archive/seal.ts';
import { archiveWorld } from './support/archive-world.ts';
import { GrowingVault } from './support/growing-vault.ts';
import { MemoryVault } from './support/memory-vault.ts';

type Files = Map<string, Uint8Array>;
/** A way to tamper with the file `path`, and the names that a report may give it. */
interface Tampering {
  readonly what: string;
  readonly names: readonly string[];
  readonly apply: (files: Files) => void;
}

const keys = generateKeyPairSync('ed25519');
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** Two signed and time-stamped runs, so that there are seals in the middle and at the end. */
async function fill(vault: Vault): Promise<void> {
  const { client, captureMany, mock } = archiveWorld();
  for (let run = 0; run < 2; run += 1) {
    captureMany(2, `run-${run}.example`);
    const report = await archiveEvidence(client, {
      vault,
      clock: mock.clock,
      sign: { privateKey: keys.privateKey, keyId: 'test' },
      timestamp: (sha256) => joined(Uint8Array.of(0x30, 0x20), bytesOfHex(sha256)),
    });
    expect(report.ok).toBe(true);
  }
}

/** What can be done to one file, alone or with each other file. */
function tamperings(path: string, whole: Files): Tampering[] {
  const bytes = whole.get(path) ?? new Uint8Array();
  const { length } = bytes;
  const to = (what: string, now: Uint8Array): Tampering => ({
    what: `${path}: ${what}`,
    names: [path],
    apply: (files) => void files.set(path, now),
  });
  const flipped = (at: number, bits: number) =>
    bytes.map((byte, index) => (index === at ? byte ^ bits : byte));
  const others = [...whole].filter(([name, each]) => name !== path && !isSame(each, bytes));
  return [
    ...[0, 1, length >> 1, length - 2, length - 1].flatMap((at) =>
      [0x01, 0x20, 0x80].map((bits) => to(`bits ${bits} of byte ${at}`, flipped(at, bits))),
    ),
    ...[0, 1, length >> 1, length - 1].map((at) => to(`cut at ${at}`, bytes.subarray(0, at))),
    ...['\n', ' ', '{}\n', '\r\n'].map((end) => to('longer', joined(bytes, utf8(end)))),
    to('shifted', joined(utf8('\n'), bytes)),
    ...others.map(([name, each]) => to(`replaced by ${name}`, each)),
    ...others.map(([name, each]) => ({
      what: `${path} and ${name} for each other`,
      names: [path, name],
      apply: (files: Files) => void files.set(path, each).set(name, bytes),
    })),
    { what: `${path}: gone`, names: [path], apply: (files) => void files.delete(path) },
    {
      what: `${path}: a second one`,
      names: [`${path}.bak`],
      apply: (files) => void files.set(`${path}.bak`, bytes),
    },
    {
      what: `${path}: renamed`,
      names: [path],
      apply: (files) => {
        files.delete(path);
        files.set(`${path}.bak`, bytes);
      },
    },
    ...(path.endsWith('.ndjson') ? ofLines(path, bytes) : []),
  ];
}

/** What can be done to the lines of a manifest. */
function ofLines(path: string, bytes: Uint8Array): Tampering[] {
  const lines = Buffer.from(bytes).toString().split('\n').slice(0, -1);
  const to = (what: string, now: readonly string[]): Tampering => ({
    what: `${path}: ${what}`,
    names: [path],
    apply: (files) => void files.set(path, utf8(now.map((line) => `${line}\n`).join(''))),
  });
  return lines.flatMap((line, at) => [
    to(`line ${at} twice`, lines.toSpliced(at, 0, line)),
    to(`line ${at} again at the end`, [...lines, line]),
    to(`line ${at} spelled otherwise`, lines.with(at, line.replace('{', '{ '))),
    to(`line ${at} ended otherwise`, lines.with(at, `${line}\r`)),
    // Nothing tells which part the line between two parts was in: the one before is named.
    ...(at > 0 ? [to(`without line ${at}`, lines.toSpliced(at, 1))] : []),
    ...lines
      .slice(at + 1)
      .map((other, by) =>
        to(`lines ${at} and ${at + 1 + by} for each other`, [
          ...lines.with(at, other).with(at + 1 + by, line),
        ]),
      ),
  ]);
}

describe.each([
  ['with a manifest that grows', () => new GrowingVault()],
  ['with a manifest in parts', () => new MemoryVault()],
])('an archive %s', (_what, make) => {
  const whole = make();
  const publicKeys = { test: keys.publicKey };
  beforeAll(() => fill(whole));
  const changed = (apply: (files: Files) => void): MemoryVault => {
    const vault = make();
    for (const [name, bytes] of whole.files) vault.files.set(name, bytes);
    apply(vault.files);
    return vault;
  };

  it('is whole as it was left, and names each file that anything was done to', async () => {
    expect(await verifyArchive(whole, { publicKeys })).toMatchObject({ ok: true, problems: [] });
    const missed: unknown[] = [];
    let count = 0;
    for (const path of whole.files.keys()) {
      for (const { what, names, apply } of tamperings(path, whole.files)) {
        count += 1;
        const { ok, problems } = await verifyArchive(changed(apply), { publicKeys });
        const named = names.filter((name) => problems.some((each) => each.path === name));
        if (ok || named.length < names.length) missed.push({ what, problems });
      }
    }
    expect(missed).toEqual([]);
    expect(count).toBeGreaterThan(900);
  });

  it('names a seal that someone without the key put at its end', async () => {
    const vault = changed(() => undefined);
    const { client, mock } = archiveWorld();
    const { lines } = await verifyArchive(vault);
    const report = await archiveEvidence(client, {
      vault,
      clock: mock.clock,
      sign: { privateKey: generateKeyPairSync('ed25519').privateKey, keyId: 'theirs' },
    });
    expect(report).toMatchObject({ ok: true, manifest: { lines: lines + 1 } });
    const { problems } = await verifyArchive(vault, { publicKeys });
    expect(problems).toMatchObject([{ kind: 'seal', line: lines + 1 }]);
  });
});

/**
 * What someone without the key can do: change a record, and make anew what follows from it. The seals
 * lose their signatures, and keep their time stamps, which only the authority can make.
 */
function recomputed(files: Files, keepsHeads: boolean): void {
  const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  const kept = (path: string, bytes: Uint8Array) => {
    files.set(path, bytes);
    return { bytes: bytes.byteLength, sha256: sha256(bytes) };
  };
  let previous = '0'.repeat(64);
  let changed = 0;
  const text = Buffer.from(files.get('manifest.ndjson') ?? []).toString();
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((each) => {
      const line = { ...(JSON.parse(each) as ManifestLine), previous };
      if (line.kind === undefined && (changed += 1) === 1) {
        const record = Buffer.from(files.get(line.record.path) ?? []).toString();
        const { path } = line.record;
        Object.assign(line.record, kept(path, utf8(record.replaceAll('run-0', 'run-9'))));
      }
      if (line.kind === 'seal') {
        files.delete(line.signature?.path ?? '');
        Reflect.deleteProperty(line, 'signature');
        Reflect.deleteProperty(line, 'keyId');
        if (!keepsHeads) Object.assign(line.head, kept(line.head.path, utf8(previous)));
      }
      const json = JSON.stringify(line);
      previous = sha256(utf8(json));
      return `${json}\n`;
    });
  files.set('manifest.ndjson', utf8(lines.join('')));
  files.set('manifest.head', utf8(`${previous}\n`));
}

describe('a chain that is computed again from a changed record on', () => {
  it.each([
    ['the old time stamps', false, 'tsr', 'it is for another digest'],
    ['the old heads', true, 'head', 'it is not the SHA-256 of the line before the seal'],
  ])('is found out by %s of both seals', async (_what, keepsHeads, ends, message) => {
    const vault = new GrowingVault();
    await fill(vault);
    recomputed(vault.files, keepsHeads);
    const { ok, problems } = await verifyArchive(vault);
    expect(ok).toBe(false);
    expect(problems.filter(({ kind }) => kind !== 'seal')).toEqual([]);
    const named = problems.filter((each) => each.message === message).map(({ path }) => path);
    expect(named).toEqual([`seals/00000001.${ends}`, `seals/00000002.${ends}`]);
  });
});

describe('a manifest in parts', () => {
  it.each(['segments/00000500.ndjson', 'segments/99999999.head'])(
    'is read in time where a stray %s names a part far away, and reading continues behind it',
    async (stray) => {
      const { client, captureMany } = archiveWorld();
      captureMany(1);
      const vault = new MemoryVault();
      await archiveEvidence(client, { vault });
      vault.files.set(stray, utf8(''));
      const { ok, problemCount } = await verifyArchive(vault);
      expect(ok).toBe(false);
      expect(problemCount).toBeLessThan(10);
      captureMany(1, 'later.example');
      const report = await archiveEvidence(client, { vault });
      expect(report).toMatchObject({ ok: false, counts: { archived: 1, known: 1 } });
      expect(report.problems.length).toBeLessThan(10);
      expect((await archiveEvidence(client, { vault })).counts).toMatchObject({ known: 2 });
    },
  );
});
