import { digestOf, digestOfPieces } from './digest.ts';
import { NO_LINE } from './manifest-line.ts';
import type { Vault } from './vault.ts';
import { VaultBusy } from './vault-busy.ts';

/** The manifest in a vault whose files can grow. */
export const MANIFEST = 'manifest.ndjson';
/** The file with the SHA-256 of its last line. */
const HEAD = 'manifest.head';

const PARTS = 'manifest/';
/** How many lines start a new part: each part costs a request. */
const LINES_IN_PART = 100;

/** A file of the manifest and its head file. A vault with `growing` has one such pair. */
export interface ManifestPart {
  /** The name of the file. */
  readonly path: string;
  /** The name of its head file. */
  readonly headPath: string;
}

/** How a manifest is kept in a vault. */
export interface ManifestLog {
  /** How many waiting lines start an append. */
  readonly linesAtOnce: number;
  /** Its pieces, in order. */
  parts(): Promise<readonly ManifestPart[]>;
  /** Creates an empty manifest if there is none: an empty archive has one too. True if it did. */
  begin(): Promise<boolean>;
  /** Whether a file of the vault belongs to the manifest. */
  owns(path: string): boolean;
  /** Repairs the end that an interrupted run left: half a line, or a missing or old head. */
  mend(head: string, at: number): Promise<void>;
  /** Appends lines at byte `at`. The last one has the SHA-256 `head`. */
  append(lines: Uint8Array, head: string, at: number): Promise<void>;
}

const HEAD_TYPE = { contentType: 'text/plain' };

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The content of a head file: the digits and a line feed. */
const headBytes = (head: string): Uint8Array => bytesOf(`${head}\n`);

/** Reads a head file, and stops soon after 65 characters; `undefined` if there is none. */
export async function headIn(vault: Vault, path: string): Promise<string | undefined> {
  const pieces = await vault.get(path);
  if (pieces === undefined) return undefined;
  let text = '';
  const decoder = new TextDecoder('utf-8');
  for await (const piece of pieces) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > 65) break;
  }
  return text;
}

class GrowingLog implements ManifestLog {
  readonly linesAtOnce = 1;
  readonly #vault: Vault & Required<Pick<Vault, 'growing'>>;

  constructor(vault: Vault & Required<Pick<Vault, 'growing'>>) {
    this.#vault = vault;
  }

  async parts(): Promise<readonly ManifestPart[]> {
    const are = [await this.#vault.has(MANIFEST), await this.#vault.has(HEAD)];
    return are.includes(true) ? [{ path: MANIFEST, headPath: HEAD }] : [];
  }

  async begin(): Promise<boolean> {
    if ((await this.parts()).length > 0) return false;
    await this.#vault.growing.replace(HEAD, headBytes(NO_LINE));
    return true;
  }

  owns(path: string): boolean {
    return path === MANIFEST || path === HEAD;
  }

  async mend(head: string, at: number): Promise<void> {
    await this.append(new Uint8Array(0), head, at);
  }

  async append(lines: Uint8Array, head: string, at: number): Promise<void> {
    await this.#vault.growing.append(MANIFEST, lines, at);
    await this.#vault.growing.replace(HEAD, headBytes(head));
  }
}

/** Puts each part once. If two runs write, one finds that its next part exists, and stops. */
class PartedLog implements ManifestLog {
  readonly linesAtOnce = LINES_IN_PART;
  readonly #vault: Vault;
  /** The number of the last part, once `parts` has found it. */
  #count = 0;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** Of parts that are gone, the first of each gap: a stray name may leave a gap of millions. */
  async parts(): Promise<readonly ManifestPart[]> {
    const found = new Set<number>();
    for await (const { path } of this.#vault.list(PARTS)) {
      const [, number] = /^manifest\/(\d{8,15})\./.exec(path) ?? [];
      if (number !== undefined) found.add(Number(number));
    }
    const numbers = [...found].sort((a, b) => a - b);
    this.#count = numbers.at(-1) ?? 0;
    const ofGaps = numbers.flatMap((number, at) => [(numbers[at - 1] ?? -1) + 1, number]);
    return [...new Set(ofGaps)].map((number) => this.#part(number));
  }

  /**
   * Puts a head without lines. Without it, an empty archive would look like no archive. Puts it once
   * more where it is: storage that ignores the condition of a put would replace evidence.
   */
  async begin(): Promise<boolean> {
    const { headPath } = this.#part(0);
    const put = () => this.#vault.put(headPath, headBytes(NO_LINE), HEAD_TYPE);
    const isNew = (await this.parts()).length === 0;
    if (isNew) await put();
    if ((await this.#vault.has(headPath)) && (await put()) === 'kept') {
      throw new Error('put replaced a file: it never may');
    }
    return isNew;
  }

  owns(path: string): boolean {
    return /^manifest\/\d{8,15}\.(?:ndjson|head)$/.test(path);
  }

  async mend(head: string): Promise<void> {
    const last = (await this.parts()).at(-1);
    if (last === undefined) return;
    await this.#vault.put(last.headPath, headBytes(head), HEAD_TYPE);
  }

  async append(lines: Uint8Array, head: string): Promise<void> {
    const number = this.#count + 1;
    const { path, headPath } = this.#part(number);
    const put = await this.#vault.put(path, lines, { contentType: 'application/x-ndjson' });
    if (put === 'exists' && !(await this.#has(path, lines))) throw new VaultBusy();
    this.#count = number;
    await this.#vault.put(headPath, headBytes(head), HEAD_TYPE);
  }

  /** Whether the part is our own: a client of the store may repeat a put whose answer was lost. */
  async #has(path: string, lines: Uint8Array): Promise<boolean> {
    const pieces = await this.#vault.get(path);
    return pieces !== undefined && (await digestOfPieces(pieces)).sha256 === digestOf(lines);
  }

  #part(number: number): ManifestPart {
    const name = `${PARTS}${String(number).padStart(8, '0')}`;
    return { path: `${name}.ndjson`, headPath: `${name}.head` };
  }
}

/** Returns the kind of manifest log that this vault needs. */
export function manifestLog(vault: Vault): ManifestLog {
  const { growing } = vault;
  if (growing === undefined) return new PartedLog(vault);
  return new GrowingLog(vault as Vault & { growing: typeof growing });
}
