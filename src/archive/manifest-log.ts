import { NO_LINE } from './manifest-line.ts';
import type { Vault } from './vault.ts';
import { VaultBusy } from './vault-busy.ts';

/** The manifest of a vault whose files can grow. */
export const MANIFEST = 'manifest.ndjson';
/** The SHA-256 of its last line. */
const HEAD = 'manifest.head';

const PARTS = 'manifest/';
/** So many lines are put as one part, where each is a request. */
const LINES_IN_PART = 100;

/** A piece of the manifest, with what the head beside it says; a vault that grows has one. */
export interface ManifestPart {
  /** The file's name. */
  readonly path: string;
  /** The name of the head's file. */
  readonly headPath: string;
}

/** How a manifest is kept in a vault. */
export interface ManifestLog {
  /** From this many lines on, an append is worth it. */
  readonly linesAtOnce: number;
  /** Its pieces, in order. */
  parts(): Promise<readonly ManifestPart[]>;
  /** Makes an empty one, where there is none: an archive of nothing is one too. */
  begin(): Promise<void>;
  /** Whether a file of the vault is a piece of it or a head. */
  owns(path: string): boolean;
  /** Puts in order what a run that was cut off left behind the last whole line: half a line, no head. */
  mend(head: string, at: number): Promise<void>;
  /** Adds lines, of which the last has the SHA-256 `head`, behind what is `at` bytes long. */
  append(lines: Uint8Array, head: string, at: number): Promise<void>;
}

const HEAD_TYPE = { contentType: 'text/plain' };

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The file of a head: the digits and a line feed. */
const headBytes = (head: string): Uint8Array => bytesOf(`${head}\n`);

/** The first 65 characters of a small file; empty where there is none. */
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
    const isThere = (await this.#vault.has(MANIFEST)) || (await this.#vault.has(HEAD));
    return isThere ? [{ path: MANIFEST, headPath: HEAD }] : [];
  }

  async begin(): Promise<void> {
    if ((await this.parts()).length > 0) return;
    await this.#vault.growing.replace(HEAD, headBytes(NO_LINE));
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

/** Parts that are put once: of two runs, one finds its next part there and knows of the other. */
class PartedLog implements ManifestLog {
  readonly linesAtOnce = LINES_IN_PART;
  readonly #vault: Vault;
  #count: number | undefined;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  async parts(): Promise<readonly ManifestPart[]> {
    let count = 0;
    let hasBegin = false;
    for await (const { path } of this.#vault.list(PARTS)) {
      const number = Number(/^manifest\/(\d{8})\./.exec(path)?.[1] ?? 0);
      count = Math.max(count, number);
      hasBegin ||= path === this.#part(0).headPath;
    }
    this.#count = count;
    const parts = Array.from({ length: count }, (_, at) => this.#part(at + 1));
    return hasBegin ? [this.#part(0), ...parts] : parts;
  }

  /** A head without lines: else an archive of nothing would look as none at all. */
  async begin(): Promise<void> {
    if ((await this.parts()).length > 0) return;
    await this.#vault.put(this.#part(0).headPath, headBytes(NO_LINE), HEAD_TYPE);
  }

  owns(path: string): boolean {
    return /^manifest\/\d{8}\.(?:ndjson|head)$/.test(path);
  }

  async mend(head: string): Promise<void> {
    const last = (await this.parts()).at(-1);
    if (last === undefined) return;
    await this.#vault.put(last.headPath, headBytes(head), HEAD_TYPE);
  }

  async append(lines: Uint8Array, head: string): Promise<void> {
    this.#count ??= (await this.parts()).length;
    const { path, headPath } = this.#part(this.#count + 1);
    const put = await this.#vault.put(path, lines, { contentType: 'application/x-ndjson' });
    if (put === 'exists') throw new VaultBusy();
    this.#count += 1;
    await this.#vault.put(headPath, headBytes(head), HEAD_TYPE);
  }

  #part(number: number): ManifestPart {
    const name = `${PARTS}${String(number).padStart(8, '0')}`;
    return { path: `${name}.ndjson`, headPath: `${name}.head` };
  }
}

/** How the manifest is kept in this vault. */
export function manifestLog(vault: Vault): ManifestLog {
  const { growing } = vault;
  if (growing === undefined) return new PartedLog(vault);
  return new GrowingLog(vault as Vault & { growing: typeof growing });
}
