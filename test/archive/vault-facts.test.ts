import { describe, expect, it } from 'vitest';
import { bytesIn } from '../../src/archive/bytes-in.ts';
import { claimOnce } from '../../src/archive/claim-once.ts';
import { digestOf } from '../../src/archive/digest.ts';
import { inLock } from '../../src/archive/in-lock.ts';
import { fileIn, recordIn } from '../../src/archive/record-in.ts';
import { claimVault, vaultFacts } from '../../src/archive/vault-facts.ts';
import { InvalidInputError } from '../../src/index.ts';
import { MemoryVault } from './support/memory-vault.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const vaultWith = (text: string, at = 'vault.json') => {
  const vault = new MemoryVault();
  vault.files.set(at, bytesOf(text));
  return vault;
};

describe('the file that says whose a vault is,', () => {
  it('is written once; the second of two that begin finds the first one’s', async () => {
    const vault = new MemoryVault();
    expect(await vaultFacts(vault)).toBeUndefined();
    const [one, other] = await Promise.all(
      ['Acme Solar', 'Acme Solar'].map((name) => claimVault(vault, name, undefined)),
    );
    expect(one).toEqual(other);
    const bytes = vault.files.get('vault.json') ?? bytesOf('');
    const text = new TextDecoder().decode(bytes);
    expect(JSON.parse(text)).toEqual({
      ...{
        layout: 1,
        organizationName: 'Acme Solar',
        vaultId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
    expect(text.endsWith('}\n')).toBe(true);
    expect(vault.types.get('vault.json')).toBe('application/json');
    const file = { path: 'vault.json', bytes: bytes.byteLength, sha256: digestOf(bytes) };
    expect(one).toEqual({
      ...JSON.parse(text),
      file: { ...file, contentType: 'application/json' },
    });
    expect(await vaultFacts(vault)).toEqual(one);
  });

  it.each([
    ['Acme Solar', undefined, 'Acme Solar'],
    ['Organization', undefined, 'Acme Solar'],
    [undefined, undefined, 'Acme Solar'],
    ['Acme Energy', 'Acme Energy', 'Acme Solar'],
  ])('is as it was for %j, renamed to %j', async (name, renamedTo, said) => {
    const vault = new MemoryVault();
    const first = await claimVault(vault, 'Acme Solar', undefined);
    expect(await claimVault(vault, name, renamedTo)).toEqual(first);
    expect(first.organizationName).toBe(said);
  });

  it('is not another organization’s', async () => {
    const vault = new MemoryVault();
    await claimVault(vault, 'Acme Solar', undefined);
    for (const renamedTo of [undefined, 'Acme Energy']) {
      await expect(claimVault(vault, 'Other', renamedTo)).rejects.toThrow(
        'the vault has the records of "Acme Solar", but the key belongs to "Other"; if it was renamed, set the option organizationName',
      );
    }
  });

  it.each(['Organization', undefined, 7, ''])('has no name where it is %j', async (name) => {
    const vault = new MemoryVault();
    const { organizationName } = await claimVault(vault, name, undefined);
    expect(organizationName).toBeUndefined();
    expect(await claimVault(vault, 'Acme Solar', undefined)).not.toHaveProperty('organizationName');
  });

  it('must be there once it is stored', async () => {
    const vault = new MemoryVault();
    vault.put = async () => 'kept';
    await expect(claimVault(vault, 'Acme Solar', undefined)).rejects.toThrow(
      'vault.json was stored, and is not there',
    );
  });

  it.each(['', '{', 'null', '7', '[]', '{}', '{"layout":1}', '{"layout":1,"vaultId":""}'])(
    'is damaged where it is %j',
    async (text) => {
      const vault = vaultWith(text);
      const said = 'was changed: it does not say the layout and the id of the vault';
      const refused = vaultFacts(vault);
      await expect(refused).rejects.toThrow(InvalidInputError);
      await expect(refused).rejects.toThrow(`vault: vault.json ${said}; restore it from a backup`);
      const told: string[] = [];
      expect(await vaultFacts(vault, (message) => void told.push(message))).toBeUndefined();
      expect(told).toEqual([said]);
    },
  );

  it.each([
    '{"layout":0,"vaultId":"v"}',
    '{"layout":"1","vaultId":"v"}',
    '{"layout":1,"vaultId":7}',
  ])('is damaged where it is %s', async (text) => {
    await expect(vaultFacts(vaultWith(text))).rejects.toThrow('was changed');
  });

  it('is refused where a newer version wrote it, though it is checked', async () => {
    const vault = vaultWith('{"layout":2,"vaultId":"v"}');
    await expect(vaultFacts(vault, () => undefined)).rejects.toThrow(
      'vault: vault.json is of layout 2, made by a newer version of consent-evidence; this one reads up to 1: update it',
    );
  });

  it('is read to 64 KiB, which is many times its length', async () => {
    const facts = '{"layout":1,"vaultId":"v"}';
    expect(await vaultFacts(vaultWith(facts.padEnd(64 * 1024)))).toMatchObject({ vaultId: 'v' });
    await expect(vaultFacts(vaultWith(`${facts.padEnd(64 * 1024)}x`))).rejects.toThrow('changed');
  });

  it('is asked for once in a run, and again after a failure', async () => {
    const vault = new MemoryVault();
    const claimed: string[] = [];
    const index = { claim: (id: string) => void claimed.push(id) };
    const claim = claimOnce({ vault, index } as never, undefined);
    const { put } = vault;
    vault.put = () => Promise.reject(new Error('full'));
    await expect(claim('Acme Solar')).rejects.toThrow('full');
    vault.put = put;
    const [one, other] = await Promise.all([claim('Acme Solar'), claim('another')]);
    expect(one).toBe(other);
    expect(claimed).toHaveLength(1);
    expect(await claim('a third')).toBe(one);
  });
});

describe('a small file', () => {
  it('is read to a bound, and is then not what it should be', async () => {
    const vault = vaultWith('x'.repeat(2500), 'a');
    expect(await bytesIn(vault, 'none', 10)).toBeUndefined();
    expect((await bytesIn(vault, 'a', 2500))?.byteLength).toBe(2500);
    expect((await bytesIn(vault, 'a', 1000))?.byteLength).toBe(2000);
    expect((await bytesIn(vault, 'a', 999))?.byteLength).toBe(1000);
  });
});

describe('a file that a line lists', () => {
  const text = 'x'.repeat(1500);
  const file = { path: 'a', bytes: 1500, sha256: digestOf(bytesOf(text)), contentType: '' };

  it('is read whole', async () => {
    expect(await fileIn(vaultWith(text, 'a'), file)).toEqual(bytesOf(text));
    const none = { ...file, bytes: 0, sha256: digestOf(bytesOf('')) };
    expect(await fileIn(vaultWith('', 'a'), none)).toEqual(bytesOf(''));
  });

  it.each([
    ['gone', 'b', text, {}, 'a is missing'],
    ['longer', 'a', `${text}x`, {}, 'a is longer than it was'],
    ['shorter', 'a', text.slice(1), {}, 'a was changed'],
    ['other', 'a', `y${text.slice(1)}`, {}, 'a was changed'],
    ['of no length', 'a', text, { bytes: -1 }, 'a is too long'],
    ['of any length', 'a', text, { bytes: 256 * 1024 * 1024 + 1 }, 'a is too long'],
  ])('is refused where it is %s', async (_, at, there, members, message) => {
    await expect(fileIn(vaultWith(there, at), { ...file, ...members })).rejects.toThrow(message);
  });
});

describe('a record that is shown', () => {
  const shown = async (record: unknown) => {
    const text = JSON.stringify(record);
    const bytes = bytesOf(text);
    const file = { path: 'a', bytes: bytes.byteLength, sha256: digestOf(bytes), contentType: '' };
    return recordIn(vaultWith(text, 'a'), { record: file } as never);
  };

  it('has no member that is null, but in the data of the page', async () => {
    const customMetadata = { lead: null, deep: { of: null } };
    const record = { a: null, b: [null, { c: null, d: 0 }], e: { f: null, g: '' }, customMetadata };
    expect(await shown(record)).toEqual({ b: [null, { d: 0 }], e: { g: '' }, customMetadata });
  });

  it.each([null, 'text', 7])('has page data that are %j', async (customMetadata) => {
    expect(await shown({ customMetadata })).toEqual(
      customMetadata === null ? {} : { customMetadata },
    );
  });

  it('stays as it is where it is nested deeper than a record is documented', async () => {
    const nested = (depth: number, leaf: object): object =>
      depth === 0 ? leaf : { x: nested(depth - 1, leaf) };
    const leaf = { y: null, z: 1 };
    expect(await shown(nested(12, leaf))).toEqual(nested(12, { z: 1 }));
    expect(await shown(nested(13, leaf))).toEqual(nested(13, leaf));
  });
});

describe('a run in a vault with a lock', () => {
  const told = (error: unknown) => `${(error as Error).message}: ${String((error as Error).cause)}`;

  it('holds it while it works, and frees it whatever comes', async () => {
    const steps: string[] = [];
    const vault = Object.assign(new MemoryVault(), {
      lock: async (name: string) => {
        steps.push(`lock ${name}`);
        return { release: async () => void steps.push('free') };
      },
    });
    const work = async () => {
      steps.push('work');
      return 'done';
    };
    expect(await inLock(vault, work, told)).toBe('done');
    const fail = () => Promise.reject(new Error('full', { cause: 'disk' }));
    expect(await inLock(vault, fail, told)).toBe('full: disk');
    expect(steps).toEqual(['lock run', 'work', 'free', 'lock run', 'free']);
  });

  it('does not work where another has it', async () => {
    const vault = Object.assign(new MemoryVault(), { lock: async () => undefined });
    const work = () => Promise.reject(new Error('it worked'));
    expect(await inLock(vault, work, told)).toContain('another run is writing to this vault');
  });

  it('works without one', async () => {
    expect(await inLock(new MemoryVault(), async () => 'done', told)).toBe('done');
  });

  it.each([
    ['itself', (error: Error) => error],
    ['as the cause', (error: Error) => new Error('no', { cause: error })],
  ])('throws the caller’s own mistake, %s', async (_, wrap) => {
    const mistake = new InvalidInputError([{ path: 'vault', message: 'expected one' }]);
    const work = () => Promise.reject(wrap(mistake));
    await expect(inLock(new MemoryVault(), work, told)).rejects.toBe(mistake);
  });
});
