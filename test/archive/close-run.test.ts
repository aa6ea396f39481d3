import { describe, expect, it } from 'vitest';
import { OtherAccount } from '../../src/archive/account.ts';
import { plainAppender } from '../../src/archive/append-lines.ts';
import { checkHolds } from '../../src/archive/check-holds.ts';
import { closeRun, isSealed } from '../../src/archive/close-run.ts';
import { discardFiles } from '../../src/archive/discard-files.ts';
import type { NewLine, SealLine } from '../../src/archive/manifest-line.ts';
import { START } from '../../src/archive/open-manifest.ts';
import { partedLog } from '../../src/archive/parted-log.ts';
import { notTaken, problemOf } from '../../src/archive/problem-of.ts';
import { VaultBusy } from '../../src/archive/vault-busy.ts';
import { ManifestFailure, VaultFailure } from '../../src/archive/vault-failure.ts';
import { ApiError, EvidenceUnavailableError } from '../../src/index.ts';
import { MemoryVault } from './support/memory-vault.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const clock = { now: () => 7 } as never;
const sign = { keyId: 'key', of: (head: string) => bytesOf(`signed ${head}`) };
/** A token as an authority would give: a DER sequence that has the digest. */
const tokenOf = (head: string) => Uint8Array.of(0x30, 0, ...Buffer.from(head, 'hex'));

function appenderOf(vault: MemoryVault) {
  const none = { dossier: undefined, page: undefined, seal: undefined, cut: undefined };
  const state = { ...START, ...none, isBehind: false };
  return plainAppender(partedLog(vault), state);
}

/** A manifest of one line, closed with these settings. */
async function closed(settings: object, lines = 1) {
  const vault = new MemoryVault();
  const appender = appenderOf(vault);
  const line: NewLine = { kind: 'account', organizationName: 'Acme Solar', at: 1 };
  const more = Array.from({ length: lines }, () => line);
  if (lines > 0) await appender.inTurn((append) => append(more));
  const { head } = appender.state;
  const close = (changed: object = settings) =>
    closeRun({ vault, clock, sign: undefined, timestamp: undefined, ...changed }, appender);
  return { vault, head, state: appender.state, problem: await close(), close };
}

const textIn = (vault: MemoryVault, at: string) => new TextDecoder().decode(vault.files.get(at));

describe('the end of a run', () => {
  it('is not sealed where nothing seals it, or there is no line', async () => {
    for (const [settings, lines] of [
      [{}, 1],
      [{ sign }, 0],
    ] as const) {
      const { state, problem } = await closed(settings, lines);
      expect([problem, state.lines]).toEqual([undefined, lines]);
    }
  });

  it('is a signature and a time stamp of the last line, each a file', async () => {
    const { vault, head, state, problem } = await closed({ sign, timestamp: tokenOf });
    expect(problem).toBeUndefined();
    expect(state.seal).toMatchObject({
      ...{ kind: 'seal', at: 7, previous: head, keyId: 'key' },
      head: { path: 'seals/00000001.head', contentType: 'text/plain' },
      signature: { path: 'seals/00000001.sig', contentType: 'application/octet-stream' },
      timestamp: { path: 'seals/00000001.tsr', contentType: 'application/timestamp-reply' },
    });
    expect(state.seal).not.toHaveProperty('aside');
    expect(textIn(vault, 'seals/00000001.head')).toBe(head);
    expect(textIn(vault, 'seals/00000001.sig')).toBe(`signed ${head}`);
    expect(vault.files.get('seals/00000001.tsr')).toEqual(tokenOf(head));
  });

  it('is sealed once, until another key or a time stamp is asked for', async () => {
    const { state, close } = await closed({ sign });
    const seals = async (changed: object) => {
      expect(await close(changed)).toBeUndefined();
      return state.seals;
    };
    expect(await seals({ sign })).toBe(1);
    expect(await seals({ sign: { ...sign, keyId: 'other' } })).toBe(2);
    expect(await seals({ timestamp: tokenOf })).toBe(3);
    expect(state.seal).not.toHaveProperty('signature');
    expect(state.seal).not.toHaveProperty('keyId');
    expect(await seals({ timestamp: tokenOf })).toBe(3);
    expect(await seals({ sign, timestamp: tokenOf })).toBe(4);
    expect(await seals({ sign })).toBe(4);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('away')), 'away'],
    [
      'throws',
      () => {
        throw new Error('away');
      },
      'away',
    ],
    ['gives a text', () => 'token', 'the timestamp function: expected a Uint8Array'],
    [
      'gives another’s',
      () => tokenOf('00'.repeat(32)),
      'the timestamp function: it is for another digest',
    ],
  ])('keeps the signature where the authority %s', async (_, timestamp, message) => {
    const { state, problem } = await closed({ sign, timestamp });
    expect(problem).toEqual({ kind: 'seal', message });
    expect(state.seal).toMatchObject({ keyId: 'key', signature: {} });
    expect(state.seal).not.toHaveProperty('timestamp');
    const alone = await closed({ timestamp });
    expect(alone.problem).toEqual({ kind: 'seal', message });
    expect([alone.state.seals, [...alone.vault.files.keys()].join()]).toEqual([
      0,
      'segments/00000001.ndjson,segments/00000001.head',
    ]);
  });

  it('tells where the vault or the manifest fails, and lists files that were there', async () => {
    const { vault, state, close } = await closed({});
    const { put } = vault;
    vault.put = () => Promise.reject(new Error('full'));
    expect(await close({ sign })).toEqual({ kind: 'seal', message: 'full' });
    vault.put = put;
    vault.files.set('seals/00000001.sig', bytesOf('of a run that was killed'));
    expect(await close({ sign })).toBeUndefined();
    expect(state.seal).toMatchObject({
      ...{ signature: { path: 'seals/00000001~2.sig' }, aside: [{ path: 'seals/00000001.sig' }] },
    });
  });

  it.each<[string, object, Partial<SealLine> | undefined, number, boolean]>([
    ['nothing is asked for', {}, undefined, 3, true],
    ['there is no line', { sign }, undefined, 0, true],
    ['there is no seal', { sign }, undefined, 3, false],
    ['the key is another', { sign }, { keyId: 'other' }, 3, false],
    ['the key is it', { sign }, { keyId: 'key' }, 3, true],
    ['there is no time stamp', { timestamp: tokenOf }, { keyId: 'key' }, 3, false],
    ['there is one', { timestamp: tokenOf }, { timestamp: {} as never }, 3, true],
    ['the key alone is it', { sign, timestamp: tokenOf }, { keyId: 'key' }, 3, false],
  ])('is sealed or not, where %s', (_, settings, seal, lines, is) => {
    const given = { sign: undefined, timestamp: undefined, ...settings } as never;
    expect(isSealed(given, { seal, lines } as never)).toBe(is);
  });
});

const facts = { operation: 'cdrs.get', outcome: 'refused', attempts: 1, elapsedMs: 0 } as never;
const apiError = (code: string) =>
  new ApiError(
    { code, message: 'm', status: 400, details: undefined, headers: new Headers() },
    facts,
  );
const unavailable = (reason: EvidenceUnavailableError['reason']) =>
  new EvidenceUnavailableError(reason, 'm', facts);

describe('an error as a problem', () => {
  it.each<[string, unknown]>([
    ['vanished', apiError('NOT_FOUND')],
    ['vanished', apiError('CDR_INVALID')],
    ['access', apiError('UNAUTHENTICATED')],
    ['access', apiError('API_ACCESS_DISABLED')],
    ['service', apiError('INTERNAL')],
    ['too_large', unavailable('too_large')],
    ['integrity', unavailable('integrity')],
    ['other_account', new OtherAccount('a', 'b')],
    ['vault', new VaultFailure('full')],
    ['busy', new ManifestFailure(new VaultBusy())],
    ['manifest', new ManifestFailure('full')],
    ['service', new Error('m')],
    ['service', undefined],
  ])('is of the kind %s', (kind, error) => {
    expect(problemOf(error).kind).toBe(kind);
    expect(problemOf(error, {}, 'seal').kind).toBe('seal');
  });

  it('has its message, the request, and what it is about', () => {
    const error = Object.assign(new Error('m'), { requestId: 'req_1' });
    expect(problemOf(error, { cdrId: 'cdr_1' })).toEqual({
      ...{ kind: 'service', message: 'm', cdrId: 'cdr_1', requestId: 'req_1' },
    });
    for (const [value, message] of [
      ['text', 'text'],
      [null, 'null'],
      [{ message: 7 }, '[object Object]'],
    ]) {
      expect(problemOf(value)).toEqual({ kind: 'service', message });
    }
    expect(problemOf({ requestId: 7 })).not.toHaveProperty('requestId');
  });

  it.each([
    [unavailable('not_collected'), 'not_collected'],
    [unavailable('dev_mode'), 'dev_mode'],
    [unavailable('integrity'), undefined],
    [{ reason: 'dev_mode' }, undefined],
  ])('may say that a record has no image to take', (error, state) => {
    expect(notTaken(error)).toBe(state);
  });
});

const fileOf = (path: string) => ({ path, bytes: 1, sha256: 'a'.repeat(64), contentType: '' });

/** A vault with the lines of records, at the places that an index gives. */
async function indexed(...cdrIds: string[]) {
  const vault = new MemoryVault();
  const appender = appenderOf(vault);
  const lines = cdrIds.map((cdrId) => ({
    ...{ cdrId, domainId: 'acme.example', createdAt: 1, fetchedAt: 2 },
    ...{ record: fileOf(`${cdrId}.json`), image: fileOf(`${cdrId}.png`) },
  }));
  await appender.inTurn((append) => append(lines));
  const text = textIn(vault, 'segments/00000001.ndjson').split('\n');
  const record = (cdrId: string) => {
    const at = cdrIds.indexOf(cdrId);
    if (at === -1) return undefined;
    const begin = text.slice(0, at).join('\n').length + (at === 0 ? 0 : 1);
    const end = begin + (text[at]?.length ?? 0) + 1;
    return { part: 1, number: at + 1, begin, end, path: 'segments/00000001.ndjson', cdrId };
  };
  for (const cdrId of cdrIds) {
    for (const end of ['json', 'png']) vault.files.set(`${cdrId}.${end}`, bytesOf('x'));
  }
  return { vault, session: { vault, index: { record } } as never };
}

describe('records that are held', () => {
  it('are in the vault with each of their files, or a problem each', async () => {
    const { vault, session } = await indexed('cdr_1', 'cdr_2', 'cdr_3');
    expect(await checkHolds(session, new Set(['cdr_1', 'cdr_2', 'cdr_3']))).toEqual([]);
    vault.files.delete('cdr_2.png');
    vault.files.delete('cdr_3.json');
    vault.files.delete('cdr_3.png');
    const hold = new Set(['cdr_1', 'cdr_2', 'cdr_3', 'cdr_4']);
    const gone = 'listed in `hold`, but a file of it is gone';
    const problems = [...(await checkHolds(session, hold))];
    expect(problems.sort((a, b) => String(a.cdrId).localeCompare(String(b.cdrId)))).toEqual([
      { kind: 'not_held', message: gone, cdrId: 'cdr_2', path: 'cdr_2.png' },
      { kind: 'not_held', message: gone, cdrId: 'cdr_3', path: 'cdr_3.json' },
      { kind: 'not_held', message: 'listed in `hold`, but it is not in the vault', cdrId: 'cdr_4' },
    ]);
    vault.has = () => Promise.reject(new Error('away'));
    expect(await checkHolds(session, new Set(['cdr_1']))).toEqual([
      { kind: 'not_held', message: 'listed in `hold`, but: away', cdrId: 'cdr_1' },
    ]);
  });
});

describe('files for a line that another process wrote first', () => {
  const left = ({ files }: MemoryVault) => [...files.keys()].filter((at) => !at.startsWith('seg'));

  it('are removed, unless its line lists them', async () => {
    const { vault, session } = await indexed('cdr_1');
    vault.files.set('cdr_1~2.png', bytesOf('y'));
    await discardFiles(session, 'cdr_1', ['cdr_1.json', 'cdr_1~2.png']);
    expect(left(vault)).toEqual(['cdr_1.json', 'cdr_1.png']);
    await discardFiles(session, 'cdr_1', []);
    expect(left(vault)).toHaveLength(2);
    await discardFiles(session, 'unknown', ['cdr_1.png']);
    expect(left(vault)).toEqual(['cdr_1.json']);
  });

  it('stay where the vault removes nothing, or not now', async () => {
    const { vault, session } = await indexed('cdr_1');
    vault.remove = () => Promise.reject(new Error('away'));
    await discardFiles(session, 'unknown', ['cdr_1.json']);
    Object.assign(vault, { remove: undefined });
    await discardFiles(session, 'unknown', ['cdr_1.json']);
    expect(left(vault)).toHaveLength(2);
  });
});
