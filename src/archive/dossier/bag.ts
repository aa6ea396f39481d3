import { PACKAGE_VERSION } from '../../platform/package-version.ts';
import { withNumbers } from '../../texts/hidden-characters.ts';
import { digestOf, digestOfPieces } from '../digest.ts';
import type { FolderVault } from '../folder-vault.ts';
import { filesOf } from '../manifest-line.ts';
import { isLine, readManifest } from '../manifest-read.ts';
import { manifestLog } from '../open-log.ts';
import type { Vault } from '../vault.ts';
import { inVault } from '../vault-failure.ts';

/** The folder of a bag with everything that is evidence (RFC 8493 §2.1.2). */
export const PAYLOAD = 'data/';

const BAGIT = 'bagit.txt';
const BAGIT_TEXT = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';
/** The list of the files below `data/`. */
export const PAYLOAD_MANIFEST = 'manifest-sha256.txt';
/** The list of the other files of the bag. */
export const TAG_MANIFEST = 'tagmanifest-sha256.txt';

interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The evidence of a bag as a vault of its own. The lock and unfinished files stay outside of it. */
export function payloadVault(folder: FolderVault): FolderVault {
  const { growing } = folder;
  return {
    has: (path) => folder.has(PAYLOAD + path),
    put: (path, bytes, about) => folder.put(PAYLOAD + path, bytes, about),
    get: (path) => folder.get(PAYLOAD + path),
    async *list(prefix) {
      for await (const { path, bytes } of folder.list(PAYLOAD + prefix)) {
        yield { path: path.slice(PAYLOAD.length), bytes };
      }
    },
    growing: {
      append: (path, bytes, at) => growing.append(PAYLOAD + path, bytes, at),
      replace: (path, bytes) => growing.replace(PAYLOAD + path, bytes),
      read: (path, at, length) => growing.read(PAYLOAD + path, at, length),
    },
    remove: (path) => folder.remove(PAYLOAD + path),
    lock: (what) => folder.lock(what),
    indexFile: folder.indexFile,
  };
}

/** Whether the folder is a bag. `bagit.txt` is written last, so without it nothing is finished. */
export async function isBag(folder: FolderVault): Promise<boolean> {
  const pieces = await folder.get(BAGIT);
  if (pieces === undefined) return false;
  return (await digestOfPieces(pieces)).sha256 === digestOf(bytesOf(BAGIT_TEXT));
}

/** Makes a bag a mere folder until `writeBag` ends, so that no reader takes it for finished. */
export async function openBag(folder: FolderVault): Promise<void> {
  if (await isBag(folder)) await folder.growing.replace(BAGIT, new Uint8Array(0));
}

/**
 * Returns the files of the payload. What a line of the manifest lists has the digest of that line: a file
 * that was changed since must not get a new one here.
 */
async function payloadOf(vault: Vault): Promise<ReadonlyMap<string, Digest>> {
  const files = new Map<string, Digest>();
  for await (const read of readManifest(vault, manifestLog(vault))) {
    if (!isLine(read) || read.line === undefined) continue;
    for (const { path, bytes, sha256 } of filesOf(read.line)) files.set(path, { bytes, sha256 });
  }
  for await (const { path } of vault.list('')) {
    const pieces = files.has(path) ? undefined : await vault.get(path);
    if (pieces !== undefined) files.set(path, await digestOfPieces(pieces));
  }
  return files;
}

const ESCAPES = new Map(Object.entries({ '%': '%25', '\n': '%0A', '\r': '%0D' }));

/** The text of a manifest: `%` and line breaks of a path are escaped, and nothing else (RFC 8493 §2.1.3). */
function listOf(files: ReadonlyMap<string, Pick<Digest, 'sha256'>>, folder = ''): string {
  const paths = [...files.keys()].sort();
  const lines = paths.map((path) => {
    const name = (folder + path).replaceAll(/[%\n\r]/g, (each) => ESCAPES.get(each) ?? each);
    return `${files.get(path)?.sha256}  ${name}\n`;
  });
  return lines.join('');
}

/** What a bag says of itself. */
export interface BagFacts {
  /** Unix milliseconds. */
  readonly at: number;
  /** The caller's note. */
  readonly note: string | undefined;
}

function infoOf(payload: ReadonlyMap<string, Digest>, { at, note }: BagFacts): string {
  let octets = 0;
  for (const { bytes } of payload.values()) octets += bytes;
  const about = withNumbers((note ?? '').replaceAll(/\s+/g, ' ').trim());
  return [
    `Bag-Software-Agent: consent-evidence/${PACKAGE_VERSION}`,
    `Bagging-Date: ${new Date(at).toISOString().slice(0, 10)}`,
    ...(about === '' ? [] : [`External-Description: ${about}`]),
    `Payload-Oxum: ${octets}.${payload.size}`,
    '',
  ].join('\n');
}

/**
 * Makes the folder a BagIt bag (RFC 8493). Everything else is durable before `bagit.txt`, which makes it one.
 *
 * @param pages the other files of the bag, from the SHA-256 of `manifest-sha256.txt`.
 */
export async function writeBag(
  folder: FolderVault,
  facts: BagFacts,
  pages: (payloadSha256: string) => ReadonlyMap<string, string>,
): Promise<void> {
  await inVault(async () => {
    const payload = await payloadOf(payloadVault(folder));
    const manifest = bytesOf(listOf(payload, PAYLOAD));
    const tags = new Map([[PAYLOAD_MANIFEST, manifest]]);
    tags.set('bag-info.txt', bytesOf(infoOf(payload, facts)));
    for (const [path, text] of pages(digestOf(manifest))) tags.set(path, bytesOf(text));
    for (const [path, bytes] of tags) await folder.growing.replace(path, bytes);
    tags.set(BAGIT, bytesOf(BAGIT_TEXT));
    const digests = [...tags].map(([path, bytes]) => [path, { sha256: digestOf(bytes) }] as const);
    await folder.growing.replace(TAG_MANIFEST, bytesOf(listOf(new Map(digests))));
    await folder.growing.replace(BAGIT, bytesOf(BAGIT_TEXT));
  });
}
