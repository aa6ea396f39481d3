import { isRecordPath, RECORDS } from './file-names.ts';
import { type DossierLine, type ManifestLine, NO_LINE, type SealLine } from './manifest-line.ts';
import { MANIFEST, type ManifestLog } from './manifest-log.ts';
import { isLine, type ReadLine, type ReadPart, readManifest } from './manifest-read.ts';
import type { Vault } from './vault.ts';

/** A fault of a manifest that does not stop the run. */
export interface ManifestFault {
  /** Whether it lost lines at its end, or something in it was changed. */
  readonly kind: 'manifest_cut' | 'manifest_changed';
  /** The file. */
  readonly path: string;
  /** The description. */
  readonly message: string;
}

/** Where a run continues. */
export interface ManifestState {
  /** How many lines there are. */
  lines: number;
  /** The length of the complete lines in the last file, in bytes. */
  end: number;
  /** SHA-256 of the last line. */
  head: string;
  /** The records that have a line. */
  readonly known: Set<string>;
  /** In a dossier: its first line. */
  dossier: DossierLine | undefined;
  /** The path of a dossier's page, if a line lists it. */
  page: string | undefined;
  /** The name of the account, if a line has it. */
  account: string | undefined;
  /** How many lines are seals. */
  seals: number;
  /** The last line, if it is a seal. */
  seal: SealLine | undefined;
  /** The content of `manifest.head`, if no line has that SHA-256. */
  cut: string | undefined;
  /** Whether a run was interrupted between a line and its head, or within a line. */
  isBehind: boolean;
}

/** A manifest that was read. */
export interface OpenManifest {
  readonly state: ManifestState;
  readonly faults: readonly ManifestFault[];
}

/** The most faults listed: a file that is not a manifest would give one per line. */
const FAULTS_MAX = 100;

const textOf = (head: string | undefined): string | undefined =>
  head?.endsWith('\n') === true ? head.slice(0, -1) : head;

/** Reads a manifest from its first line to its last, and tells where it is not as a run left it. */
export class ManifestReading {
  readonly state: ManifestState = {
    lines: 0,
    end: 0,
    head: NO_LINE,
    known: new Set(),
    dossier: undefined,
    page: undefined,
    account: undefined,
    seals: 0,
    seal: undefined,
    cut: undefined,
    isBehind: false,
  };
  #part: ReadPart | undefined;
  /** Whether the current file's head is the digest of one of its lines, or of the line before it. */
  #found = true;
  readonly #tell: (fault: ManifestFault) => void;

  constructor(tell: (fault: ManifestFault) => void) {
    this.#tell = tell;
  }

  read(read: ReadPart | ReadLine): void {
    if (isLine(read)) this.#line(read);
    else this.#begin(read);
  }

  #begin(part: ReadPart): void {
    this.end(false);
    this.#part = part;
    this.state.end = 0;
    this.#found = textOf(part.head) === this.state.head;
    if (!part.isThere && part.head === undefined) {
      this.#fault('manifest_changed', part.path, 'does not exist');
    }
  }

  #line({ path, number, line, sha256, before, end, isEnded }: ReadLine): void {
    const { state } = this;
    if (!isEnded) {
      state.isBehind = true; // never acknowledged: a run was interrupted while writing it
      return;
    }
    if (line === undefined) {
      this.#fault('manifest_changed', path, `line ${number} is not a line of a manifest`);
    } else if (line.previous !== before) {
      const message = `line ${number} is not chained to the line before it`;
      this.#fault('manifest_changed', path, message);
    }
    Object.assign(state, { lines: number, end, head: sha256 });
    state.seal = undefined;
    if (line !== undefined) this.#take(line);
    if (textOf(this.#part?.head) === sha256) this.#found = true;
  }

  #take(line: ManifestLine): void {
    if (line.kind === undefined) this.state.known.add(line.cdrId);
    if (line.kind === 'account') this.state.account = line.organizationName;
    if (line.kind === 'dossier') this.state.dossier = line;
    if (line.kind === 'file') this.state.page = line.file.path;
    if (line.kind !== 'seal') return;
    this.state.seals += 1;
    this.state.seal = line;
  }

  /** @param isLast in a vault of parts, the last head may be missing: it is written second. */
  end(isLast: boolean): void {
    const part = this.#part;
    if (part === undefined) return;
    if (isLast && part.head !== `${this.state.head}\n`) this.state.isBehind = true;
    if (this.#found) return;
    const head = textOf(part.head);
    if (head === undefined && isLast && part.path.startsWith('manifest/')) return;
    const said = head === undefined ? 'does not exist' : 'names a line that is not in the manifest';
    this.#fault('manifest_cut', part.headPath, `${said}: lines were cut off or changed`);
    this.state.cut = head ?? NO_LINE;
  }

  #fault(kind: ManifestFault['kind'], path: string, message: string): void {
    this.#tell({ kind, path, message });
  }
}

/** Opens the manifest for a run, and repairs the end that an interrupted run left. */
export async function openForWriting(vault: Vault, log: ManifestLog): Promise<OpenManifest> {
  const isNew = await log.begin(); // writes a head, so that one missing later was removed
  const opened = await openManifest(vault, log);
  const { state } = opened;
  if (state.isBehind && state.cut === undefined) await log.mend(state.head, state.end);
  if (!isNew || !(await hasRecords(vault))) return opened;
  state.cut = NO_LINE;
  const message = 'does not exist, but there are records: it was removed';
  return { state, faults: [{ kind: 'manifest_cut', path: MANIFEST, message }] };
}

/** Files that are not of our own form, such as another program's, are no trace of a manifest. */
async function hasRecords(vault: Vault): Promise<boolean> {
  for await (const { path } of vault.list(RECORDS)) if (isRecordPath(path)) return true;
  return false;
}

/** Reads the whole manifest: which records it has, and where the next line goes. */
export async function openManifest(vault: Vault, log: ManifestLog): Promise<OpenManifest> {
  const faults: ManifestFault[] = [];
  const reading = new ManifestReading((fault) => {
    if (faults.length < FAULTS_MAX) faults.push(fault);
  });
  for await (const read of readManifest(vault, log)) reading.read(read);
  reading.end(true);
  return { state: reading.state, faults };
}
