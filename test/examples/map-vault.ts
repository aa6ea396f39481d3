import type { Vault } from 'consent-evidence/archive';

type Files = Map<string, Uint8Array>;

/** A vault in a map, whose files cannot grow. `keep` is `put` with what is to be done in the same step. */
export function mapVault(files: Files) {
  async function keep(path: string, bytes: Uint8Array, then: (files: Files) => void) {
    if (files.has(path)) return 'exists';
    files.set(path, bytes.slice());
    then(files);
    return 'kept';
  }
  const vault: Vault = {
    has: async (path) => files.has(path),
    put: (path, bytes) => keep(path, bytes, () => undefined),
    async get(path) {
      const bytes = files.get(path);
      if (bytes === undefined) return undefined;
      return (async function* () {
        yield bytes;
      })();
    },
    async *list(prefix) {
      for (const [path, { byteLength: bytes }] of [...files]) {
        if (path.startsWith(prefix)) yield { path, bytes };
      }
    },
  };
  return { ...vault, keep };
}

/** The records that a vault has, by the lines that jobs left in it. */
export const recordsOf = (paths: Iterable<string>): string[] =>
  [...paths].flatMap((path) => /^loose\/(.+)\.ndjson$/.exec(path)?.[1] ?? []).toSorted();
