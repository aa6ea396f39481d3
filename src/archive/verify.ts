import { checkedOptions } from '../errors/checked-options.ts';
import { isObject, kindOf, listOf, signalKind, told } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import { ignoringErrors } from '../platform/ignoring-errors.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import { filesOf, type ManifestLine, NO_LINE } from './manifest-line.ts';
import { MANIFEST, type ManifestLog, manifestLog } from './manifest-log.ts';
import { isLine, readManifest } from './manifest-read.ts';
import { NO_MANIFEST } from './manifest-records.ts';
import { vaultIssues } from './option-kinds.ts';
import { type KeyLike, type SignatureCheck, signatureCheck } from './seal.ts';
import type { Vault } from './vault.ts';
import { ChainCheck } from './verify-chain.ts';
import { FileCheck } from './verify-files.ts';
import type { VerifyProblem, VerifyProgress, VerifyReport } from './verify-report.ts';
import { checkSeal } from './verify-seal.ts';

/** Options of {@link verifyArchive}. */
export interface VerifyArchiveOptions {
  /**
   * Ed25519 public keys by `keyId`: PEM text, a `KeyObject` or a `CryptoKey`. With them, lines that none
   * of these keys has signed are a problem. Default: signatures are not checked.
   */
  readonly publicKeys?: Readonly<Record<string, string | KeyLike>> | undefined;
  /**
   * Heads that were kept elsewhere, such as those of earlier reports: 64 hexadecimal digits each, at most
   * 10,000. Each must be the SHA-256 of a line, or the manifest was changed before that line.
   */
  readonly heads?: readonly string[] | undefined;
  /** Called with the progress, after each line. */
  readonly onProgress?: ((progress: VerifyProgress) => void) | undefined;
  /** Ends the check. It rejects with the signal's reason. */
  readonly signal?: WebAbortSignal | undefined;
}

const LISTED_MAX = 10_000;
const HEADS_MAX = 10_000;
const IGNORED_MAX = 1000;
const HEAD = /^[0-9a-f]{64}$/;

/** Files that macOS and Windows put into each folder that someone looks at. */
const OF_SYSTEM = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i;

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

function keysOf(publicKeys: unknown): ReadonlyMap<string, SignatureCheck> {
  const given = Object.entries((publicKeys ?? {}) as Record<string, string | KeyLike>);
  return new Map(
    given.map(([keyId, key]) => [keyId, signatureCheck(`publicKeys.${keyId}`, key)] as const),
  );
}

const OPTIONS = (): OptionTable<VerifyArchiveOptions> => ({
  publicKeys: kindOf('an object of public keys by keyId', isObject),
  heads: listOf(
    kindOf('a head of 64 hexadecimal digits in lower case', (value) => HEAD.test(String(value))),
    HEADS_MAX,
  ),
  onProgress: told,
  signal: signalKind,
});

/** One check of a whole vault. */
class Verification {
  readonly #vault: Vault;
  readonly #keys: ReadonlyMap<string, SignatureCheck>;
  readonly #problems: VerifyProblem[] = [];
  readonly #files: FileCheck;
  readonly #chain: ChainCheck;
  readonly #known = new Set<string>();
  /** The heads that no line had yet. */
  readonly #heads: Set<string>;
  readonly #ignored: string[] = [];
  readonly #seals: Mutable<VerifyReport['seals']> = {
    count: 0,
    verified: 0,
    unchecked: 0,
    timestamps: 0,
    signedLines: 0,
  };
  #problemCount = 0;
  #hasWrongSignature = false;
  #lastLine: { readonly number: number; readonly path: string } | undefined;
  #records = 0;

  constructor(vault: Vault, keys: ReadonlyMap<string, SignatureCheck>, heads: readonly string[]) {
    const tell = (problem: VerifyProblem): void => {
      this.#problemCount += 1;
      if (this.#problems.length < LISTED_MAX) this.#problems.push(problem);
    };
    this.#vault = vault;
    this.#keys = keys;
    this.#heads = new Set(heads);
    this.#heads.delete(NO_LINE); // the head of an empty archive
    this.#files = new FileCheck(vault, tell);
    this.#chain = new ChainCheck(tell);
    this.tell = tell;
  }

  readonly tell: (problem: VerifyProblem) => void;

  async run(onLine: (progress: VerifyProgress) => void, signal?: WebAbortSignal): Promise<void> {
    const log = manifestLog(this.#vault);
    if ((await log.parts()).length === 0) {
      this.tell({ kind: 'missing', path: MANIFEST, message: NO_MANIFEST });
    }
    for await (const read of readManifest(this.#vault, log)) {
      signal?.throwIfAborted();
      this.#chain.read(read);
      if (isLine(read) && read.isEnded) this.#heads.delete(read.sha256);
      if (!isLine(read) || read.line === undefined) continue;
      await this.#line(read.line, read.number, read.path);
      const { files, bytes } = this.#files;
      onLine({ lines: read.number, files, bytes, problems: this.#problemCount });
    }
    await this.#files.end();
    await this.#chain.end(this.#vault, log);
    for (const head of this.#heads) {
      const message = `no line has the kept head ${head}: lines up to it were changed or removed`;
      this.tell({ kind: 'other_head', path: MANIFEST, message });
    }
    this.#checkSigned();
    await this.#findAdded(log, signal);
  }

  async #findAdded(log: ManifestLog, signal?: WebAbortSignal): Promise<void> {
    try {
      for await (const { path } of this.#vault.list('')) {
        signal?.throwIfAborted();
        if (this.#known.has(path) || log.owns(path)) continue;
        if (OF_SYSTEM.test(path)) {
          if (this.#ignored.length < IGNORED_MAX) this.#ignored.push(path);
          continue;
        }
        const message =
          'no line of the manifest lists it; an interrupted run can leave such a file, and no link is followed';
        this.tell({ kind: 'added', path, message });
      }
    } catch (error) {
      signal?.throwIfAborted();
      const message = `the files could not be listed: ${(error as Error).message}`;
      this.tell({ kind: 'unreadable', path: '', message });
    }
  }

  /** If there are keys, someone without one may not have added or replaced lines. */
  #checkSigned(): void {
    const { signedLines, verified } = this.#seals;
    const last = this.#lastLine;
    if (this.#keys.size === 0 || last === undefined) return;
    if (verified > 0 && last.number === signedLines + 1) return; // it is the seal itself
    if (this.#hasWrongSignature) return; // which was reported
    const lines =
      last.number === signedLines + 1
        ? `line ${last.number} is`
        : `lines ${signedLines + 1} to ${last.number} are`;
    const message = `${lines} not signed by any of the given keys; an interrupted run can leave such lines, and the next one signs them`;
    this.tell({ kind: 'seal', path: last.path, line: last.number, message });
  }

  report(): VerifyReport {
    const { files, bytes } = this.#files;
    return {
      ok: this.#problemCount === 0,
      problems: this.#problems,
      problemCount: this.#problemCount,
      ignored: this.#ignored,
      records: this.#records,
      lines: this.#chain.lines,
      files,
      bytes,
      head: this.#chain.head,
      seals: this.#seals,
    };
  }

  async #line(line: ManifestLine, number: number, path: string): Promise<void> {
    const cdrId = line.kind === undefined ? line.cdrId : undefined;
    if (line.kind === undefined) this.#records += 1;
    for (const file of filesOf(line)) {
      this.#known.add(file.path);
      await this.#files.check(file, { line: number, cdrId });
    }
    if (line.kind === 'cut') {
      const message = 'a run found that lines before it had been cut off or changed';
      this.tell({ kind: 'cut', path, line: number, message });
    }
    this.#lastLine = { number, path };
    if (line.kind !== 'seal') return;
    const { problems, signature } = await checkSeal(this.#vault, line, this.#keys);
    for (const each of problems) this.tell({ kind: 'seal', line: number, ...each });
    this.#seals.count += 1;
    if (line.timestamp !== undefined) this.#seals.timestamps += 1;
    if (signature === 'unchecked') this.#seals.unchecked += 1;
    this.#hasWrongSignature ||= signature === 'wrong';
    if (signature !== 'verified') return;
    this.#seals.verified += 1;
    this.#seals.signedLines = number - 1;
  }
}

/**
 * Compares every file of a vault with its manifest, and checks the manifest itself. Reports each file
 * that is missing, changed or added, and each line that does not fit the lines around it. It uses only
 * the vault, and reads all of it.
 *
 * By itself this finds accidents, and changes by someone who does not know the format: whoever can write
 * to the vault can make a complete new manifest, which fits. With `heads` that you kept elsewhere, each
 * line up to the latest of them is as it was when you noted it, and so are the files that it lists. With
 * `publicKeys`, lines up to the last signature are as the holder of the key signed them. Neither says
 * anything of later lines, or that what was archived is true.
 *
 * @throws `InvalidInputError` for an invalid vault or key; the vault's own error if the manifest cannot
 * be read; the signal's reason.
 * @example
 * ```ts
 * const { ok, problems } = await verifyArchive(folderVault('evidence'));
 * for (const { kind, path, message } of problems) console.error(kind, path, message);
 * ```
 */
export async function verifyArchive(
  vault: Vault,
  options: VerifyArchiveOptions = {},
): Promise<VerifyReport> {
  const given = checkedOptions(OPTIONS, options, { also: () => vaultIssues(vault) });
  const { publicKeys, heads = [], onProgress, signal } = given;
  const verification = new Verification(vault, keysOf(publicKeys), heads);
  await verification.run((progress) => void ignoringErrors(() => onProgress?.(progress)), signal);
  return verification.report();
}
