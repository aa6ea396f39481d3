import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRecordPath, recordPaths } from '../../src/archive/file-names.ts';
import { archiveEvidence, verifyArchive } from '../../src/archive/index.ts';
import { character } from '../texts/characters.ts';
import { archiveWorld } from './support/archive-world.ts';
import { MemoryVault } from './support/memory-vault.ts';

const CREATED = Date.UTC(2026, 0, 5);
const pathOf = (domainId: string, cdrId = 'cdr_1'): string =>
  recordPaths({ domainId, cdrId, createdAt: CREATED, contentType: 'image/png' }).record;

/** What Windows refuses: a device's name with any extension, and a name that ends with a dot or space. */
const REFUSED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)|[. ]$|[<>:"\\|?*\u0000-\u001f]/i;

describe('the names of an archive', () => {
  it.each(['con.com', 'aux.tv', 'nul.org', 'com1.net', 'lpt9.io', 'prn', 'CON.com', 'Nul'])(
    'avoid the names that Windows reserves for a device: %s',
    (name) => {
      for (const segment of [...pathOf(name).split('/'), ...pathOf('a.example', name).split('/')]) {
        expect(segment).not.toMatch(REFUSED);
      }
    },
  );

  it('leave usual names as they are', () => {
    expect(pathOf('example.com')).toBe('records/example.com/2026-01/cdr_1.json');
    expect(pathOf('console.com')).toBe('records/console.com/2026-01/cdr_1.json');
  });

  it.each<[string, string]>([
    ['image/png', 'png'],
    ['Image/JPEG ; charset=x', 'jpg'],
    ['image/svg+xml', 'svg'],
    ['application/pdf', 'pdf'],
    ['text/html', 'bin'],
    ['', 'bin'],
    ...Object.getOwnPropertyNames(Object.prototype).map((name): [string, string] => [name, 'bin']),
  ])('end as the type of an image says: %j', (contentType, end) => {
    const { image } = recordPaths({ domainId: 'a', cdrId: 'b', createdAt: CREATED, contentType });
    expect(image).toBe(`records/a/2026-01/b.${end}`);
    expect(isRecordPath(image)).toBe(true);
  });

  it('differ by more than case for every two ids, are accepted by Windows, and have our form', () => {
    const piece = fc.oneof(
      fc.constantFrom('con', 'AUX', '.', ' ', '~', '*', '%', '%41', 'a', 'A', 'é', 'É', '/', '1'),
      fc.string({ unit: character, maxLength: 3 }),
    );
    const id = fc.array(piece, { minLength: 1, maxLength: 60 }).map((each) => each.join(''));
    const ids = fc.tuple(id, id).filter(([one, other]) => {
      const form = (text: string) => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
      return form(one) !== form(other) && one !== '' && other !== '';
    });
    fc.assert(
      fc.property(ids, ([one, other]) => {
        const [first, second] = [pathOf('a.example', one), pathOf('a.example', other)];
        expect(first.toLowerCase()).not.toBe(second.toLowerCase());
        expect(isRecordPath(first)).toBe(true);
        for (const segment of first.split('/')) expect(segment).not.toMatch(REFUSED);
      }),
    );
  });

  it('keep two records apart whose ids differ in case, on a disk that does not tell them apart', async () => {
    const { mock, clientOf, capture } = archiveWorld();
    const ids = [capture(), capture()];
    const names = ['cdr_case', 'cdr_CASE'];
    const renamed = (text: string, from: readonly string[], to: readonly string[]) =>
      from.reduce((now, each, at) => now.replaceAll(each, to[at] ?? ''), text);
    const fetch: typeof mock.fetch = async (input, init) => {
      const url = renamed(input instanceof Request ? input.url : String(input), names, ids);
      const response = await mock.fetch(url, init);
      if (!(response.headers.get('content-type') ?? '').includes('json')) return response;
      return new Response(renamed(await response.text(), ids, names), response);
    };
    const vault = new CaseBlindVault();
    const report = await archiveEvidence(clientOf({ fetch }), { vault });
    expect(report).toMatchObject({ ok: true, counts: { archived: 2 } });
    expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 2 });
    expect([...vault.files.keys()].filter((name) => name.includes('~'))).toEqual([]);
  });
});

/** A vault on a disk that takes `A` for `a`. */
class CaseBlindVault extends MemoryVault {
  #nameOf(path: string): string {
    const same = [...this.files.keys()].find((each) => each.toLowerCase() === path.toLowerCase());
    return same ?? path;
  }
  override async has(path: string) {
    return super.has(this.#nameOf(path));
  }
  override async put(path: string, bytes: Uint8Array) {
    return super.put(this.#nameOf(path), bytes);
  }
  override async get(path: string) {
    return super.get(this.#nameOf(path));
  }
}
