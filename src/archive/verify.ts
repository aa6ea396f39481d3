import { checkedOptions } from '../errors/checked-options.ts';
import { ignoringErrors } from '../platform/ignoring-errors.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import { MANIFEST } from './growing-log.ts';
import { looseLines } from './loose-lines.ts';
import { filesOf, type ManifestLine, NO_LINE } from './manifest-line.ts';
import type { ManifestLog } from './manifest-log.ts';
import { isLine, readManifest } from './manifest-read.ts';
import { hasArchive, NO_MANIFEST } from './manifest-records.ts';
import { manifestLog } from './open-log.ts';
import { vaultIssues } from './option-kinds.ts';
import type { SignatureCheck } from './seal.ts';
import { TextMap } from './text-map.ts';
import type { Vault } from './vault.ts';
import { VAULT_FILE, vaultFacts } from './vault-facts.ts';
import { ChainCheck } from './verify-chain.ts';
import { ErasureCheck } from './verify-erasures.ts';
import { FileCheck } from './verify-files.ts';
import { keysOf, VERIFY_OPTIONS, type VerifyArchiveOptions } from './verify-options.ts';
import type { VerifyProblem, VerifyProgress, VerifyReport } from './verify-report.ts';
import { checkSeal } from './verify-seal.ts';

const LISTED_MAX = 10_000;
const IGNORED_MAX = 1000;

/** Files that macOS and Windows put into each folder that someone looks at. */
const OF_SYSTEM = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i;

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** One check of a whole vault. */
class Verification {
  readonly #vault: Vault;
  readonly #keys: ReadonlyMap<string, SignatureCheck>;
  readonly #problems: VerifyProblem[] = [];
  readonly #files: FileCheck;
  readonly #chain: ChainCheck;
  readonly #known = new TextMap();
  readonly #erasures: ErasureCheck;
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
  #vaultId: string | undefined;

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
    this.#erasures = new ErasureCheck(tell);
    this.tell = tell;
  }

  readonly tell: (problem: VerifyProblem) => void;

  async run(onLine: (progress: VerifyProgress) => void, signal?: WebAbortSignal): Promise<void> {
    const log = manifestLog(this.#vault);
    const onDamage = (message: string) =>
      this.tell({ kind: 'changed', path: VAULT_FILE, message: `it ${message}` });
    this.#vaultId = (await vaultFacts(this.#vault, onDamage))?.vaultId;
    if (!(await hasArchive(this.#vault, log))) {
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
    await this.#checkLoose(signal);
    await this.#files.end();
    this.#erasures.end(this.#files);
    this.#files.close();
    await this.#chain.end(this.#vault, log);
    for (const head of this.#heads) {
      const message = `no line has the kept head ${head}: lines up to it were changed or removed`;
      this.tell({ kind: 'other_head', path: MANIFEST, message });
    }
    this.#checkSigned();
    await this.#findAdded(log, signal);
    this.#known.close();
  }

  /** The lines that no segment has yet. One whose record has a line was gathered, and is a leftover. */
  async #checkLoose(signal?: WebAbortSignal): Promise<void> {
    for await (const { path, line } of looseLines(this.#vault)) {
      signal?.throwIfAborted();
      this.#known.add(path);
      if (line === undefined) {
        this.tell({ kind: 'changed', path, message: 'it is not the line of a record' });
      } else if (this.#erasures.record(line)) {
        this.#records += 1;
        await this.#checkFiles(line, 0);
      }
    }
  }

  async #checkFiles(line: ManifestLine, number: number): Promise<void> {
    const cdrId = line.kind === undefined ? line.cdrId : undefined;
    for (const file of filesOf(line)) {
      // A segment is read as such too: what is wrong with a line of it is told there.
      if (!this.#known.add(file.path) && line.kind === 'account') continue;
      await this.#files.check(file, { line: number, cdrId });
    }
  }

  async #findAdded(log: ManifestLog, signal?: WebAbortSignal): Promise<void> {
    try {
      for await (const { path } of this.#vault.list('')) {
        signal?.throwIfAborted();
        if (this.#known.has(path) || log.owns(path) || path === VAULT_FILE) continue;
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
      erased: this.#erasures.count,
      lines: this.#chain.lines,
      files,
      bytes,
      head: this.#chain.head,
      seals: this.#seals,
    };
  }

  async #line(line: ManifestLine, number: number, path: string): Promise<void> {
    if (line.kind === undefined) {
      this.#records += 1;
      if (!this.#erasures.record(line)) {
        const message = 'a second line of this record';
        this.tell({ kind: 'twice', path, line: number, cdrId: line.cdrId, message });
      }
    }
    await this.#checkFiles(line, number);
    if (line.kind === 'erased') this.#erasures.erasure({ line, number, path });
    if (line.kind === 'segment' && this.#vaultId !== undefined && line.vaultId !== this.#vaultId) {
      const message = `the segment is of another vault than ${VAULT_FILE} says`;
      this.tell({ kind: 'changed', path, line: number, message });
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
  const given = checkedOptions(VERIFY_OPTIONS, options, { also: () => vaultIssues(vault) });
  const { publicKeys, heads = [], onProgress, signal } = given;
  const verification = new Verification(vault, keysOf(publicKeys), heads);
  await verification.run((progress) => void ignoringErrors(() => onProgress?.(progress)), signal);
  return verification.report();
}
