/** A file of the archive, as the manifest lists it. */
export interface ArchivedFile {
  /** Its name in the vault. */
  readonly path: string;
  /** Its length in bytes. */
  readonly bytes: number;
  /** SHA-256 of its bytes, in lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Its MIME type. */
  readonly contentType: string;
}

/** The part that all lines have in common. */
export interface ChainedLine {
  /** SHA-256 of the bytes of the line before, without its line feed; 64 zeros in the first. */
  readonly previous: string;
}

/** A record in the archive, with its image. */
export interface RecordLine extends ChainedLine {
  /** Absent: only the other lines have a kind. */
  readonly kind?: undefined;
  /** The record's identifier. */
  readonly cdrId: string;
  /** The base domain that it is filed under. */
  readonly domainId: string;
  /** Unix milliseconds: when the service finished it. */
  readonly createdAt: number;
  /** The record as the service returned it, without its `downloadUrl`, as JSON. */
  readonly record: ArchivedFile;
  /** Its image; `null` only in a dossier, for a record that is not collected. */
  readonly image: ArchivedFile | null;
  /** Unix milliseconds by the client's clock: when the last byte had arrived. */
  readonly fetchedAt: number;
  /** The service's request id of the reply with the record. */
  readonly requestId?: string;
  /** Files with other bytes that already had these names, for example from an interrupted run. */
  readonly aside?: readonly ArchivedFile[];
}

/** Whose records follow: the account of the vault. */
export interface AccountLine extends ChainedLine {
  /** The kind of line. */
  readonly kind: 'account';
  /** The organization of the API key, as its records name it. */
  readonly organizationName: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** The file `vault.json`, which says the layout and the account. */
  readonly vault?: ArchivedFile;
}

/** The first line of each segment but the first: it names the closed one before it. */
export interface SegmentLine extends ChainedLine {
  /** The kind of line. */
  readonly kind: 'segment';
  /** Unix milliseconds. */
  readonly at: number;
  /** The number of the segment that begins here, from 2. */
  readonly number: number;
  /** The `id` in `vault.json`. */
  readonly vaultId: string;
  /** The closed segment before this one. `previous` is the SHA-256 of its last line. */
  readonly file: ArchivedFile;
  /** How many lines there are in all segments before. */
  readonly lines: number;
  /** How many of them are seals. */
  readonly seals: number;
  /** The account, as the last line about it said. */
  readonly organizationName?: string;
}

/** An erasure: the files are removed once this line is durable. */
export interface ErasedLine extends ChainedLine {
  /** The kind of line. */
  readonly kind: 'erased';
  /** Unix milliseconds. */
  readonly at: number;
  /** The record that was erased. */
  readonly cdrId: string;
  /** Why, in the words of the person who had it erased. */
  readonly reason: string;
  /** The person who had it erased. */
  readonly by: string;
  /** The files of the record's line, with the hashes that they had. */
  readonly files: readonly ArchivedFile[];
  /** A file with the same facts, by which processes without the manifest know of the erasure. */
  readonly note: ArchivedFile;
}

/** The end of a run: a signature, a time stamp, or both, for the SHA-256 of the line before. */
export interface SealLine extends ChainedLine {
  /** The kind of line. */
  readonly kind: 'seal';
  /** Unix milliseconds by the clock of the run. */
  readonly at: number;
  /** A file with the 64 digits of `previous`: the signed bytes, and the data to check a token with. */
  readonly head: ArchivedFile;
  /** The id of the key that signed. */
  readonly keyId?: string;
  /** The Ed25519 signature of the bytes of the file `head`: 64 bytes. */
  readonly signature?: ArchivedFile;
  /** The RFC 3161 token, as the function returned it. Its imprint is the SHA-256 `previous`. */
  readonly timestamp?: ArchivedFile;
  /** As in a record's line. */
  readonly aside?: readonly ArchivedFile[];
}

/** Notes that a run found the manifest cut or changed at its end, and continued from here. */
export interface CutLine extends ChainedLine {
  /** The kind of line. */
  readonly kind: 'cut';
  /** Unix milliseconds. */
  readonly at: number;
  /** The content of `manifest.head`: the SHA-256 of a line that was no longer there. */
  readonly head: string;
}

/** A file other than records and images, such as the page of a dossier. */
export interface FileLine extends ChainedLine {
  /** The kind of line. */
  readonly kind: 'file';
  /** Unix milliseconds. */
  readonly at: number;
  /** The file. */
  readonly file: ArchivedFile;
  /** As in a record's line. */
  readonly aside?: readonly ArchivedFile[];
}

/** The first line of a dossier: what it is about. */
export interface DossierLine extends ChainedLine {
  /** The kind of line. */
  readonly kind: 'dossier';
  /** Unix milliseconds: when the dossier was begun. */
  readonly at: number;
  /** The number, as `+1` and ten digits. */
  readonly phone: string;
  /** The caller's note: what the dossier is for. */
  readonly note?: string;
}

/** A line of the manifest. */
export type ManifestLine =
  | RecordLine
  | AccountLine
  | SegmentLine
  | ErasedLine
  | SealLine
  | CutLine
  | FileLine
  | DossierLine;

type Unchained<Line> = Line extends ChainedLine ? Omit<Line, 'previous'> : never;

/** A line that is not chained yet. */
export type NewLine = Unchained<ManifestLine>;

/** What the first line is chained to. */
export const NO_LINE = '0'.repeat(64);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isDigest = (value: unknown): boolean => isText(value) && /^[0-9a-f]{64}$/.test(value);

function isFile(value: unknown): value is ArchivedFile {
  if (typeof value !== 'object' || value === null) return false;
  const { path, bytes, sha256, contentType } = value as Record<string, unknown>;
  return (
    isText(path) &&
    Number.isSafeInteger(bytes) &&
    isDigest(sha256) &&
    typeof contentType === 'string'
  );
}

const areFiles = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isFile));

type Members = Readonly<Record<string, unknown>>;

const SHAPES = new Map(
  Object.entries<(line: Members) => boolean>({
    account: ({ organizationName, vault }) =>
      isText(organizationName) && (vault === undefined || isFile(vault)),
    segment: ({ number, vaultId, file, lines, seals, organizationName }) =>
      [number, lines, seals].every(Number.isSafeInteger) &&
      isText(vaultId) &&
      isFile(file) &&
      (organizationName === undefined || isText(organizationName)),
    erased: ({ cdrId, reason, by, files, note }) =>
      isText(cdrId) && isText(reason) && isText(by) && areFiles(files) && isFile(note),
    cut: ({ head }) => isText(head),
    dossier: ({ phone }) => isText(phone),
    file: ({ file }) => isFile(file),
    seal: ({ head, signature, timestamp, keyId }) =>
      isFile(head) &&
      (signature === undefined || (isFile(signature) && isText(keyId))) &&
      (timestamp === undefined || isFile(timestamp)),
    record: ({ cdrId, domainId, createdAt, record, image, fetchedAt }) =>
      isText(cdrId) &&
      isText(domainId) &&
      typeof createdAt === 'number' &&
      typeof fetchedAt === 'number' &&
      isFile(record) &&
      (image === null || isFile(image)),
  }),
);

/** Parses a line of the manifest; `undefined` if it is not one. */
export function lineOf(text: string): ManifestLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const line = value as Members;
  const shape = SHAPES.get(typeof line['kind'] === 'string' ? line['kind'] : 'record');
  const isLine = isDigest(line['previous']) && areFiles(line['aside']) && shape?.(line) === true;
  return isLine ? (value as ManifestLine) : undefined;
}

/** Returns the files that a line lists, and that must exist. */
export function filesOf(line: ManifestLine): readonly ArchivedFile[] {
  if (line.kind === 'cut' || line.kind === 'dossier') return [];
  if (line.kind === 'account') return line.vault === undefined ? [] : [line.vault];
  if (line.kind === 'segment') return [line.file];
  if (line.kind === 'erased') return [line.note];
  const aside = line.aside ?? [];
  if (line.kind === 'file') return [line.file, ...aside];
  const own =
    line.kind === 'seal'
      ? [line.head, line.signature, line.timestamp]
      : [line.record, line.image ?? undefined];
  return [...own.filter((file) => file !== undefined), ...aside];
}
