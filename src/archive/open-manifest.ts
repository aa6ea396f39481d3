import { type DossierLine, type ManifestLine, NO_LINE, type SealLine } from './manifest-line.ts';
import type { ManifestLog } from './manifest-log.ts';
import { isLine, type ReadLine, type ReadPart, readManifest } from './manifest-read.ts';
import type { Vault } from './vault.ts';

/** What is wrong with a manifest that a run continues with. */
export interface ManifestFault {
  /** Whether it lost lines at its end, or something in it was changed. */
  readonly kind: 'manifest_cut' | 'manifest_changed';
  /** The file. */
  readonly path: string;
  /** In words. */
  readonly message: string;
}

/** Where a run continues. */
export interface ManifestState {
  /** How many lines there are. */
  lines: number;
  /** The bytes of the lines that are whole. */
  end: number;
  /** SHA-256 of the last line. */
  head: string;
  /** The records that have a line. */
  readonly known: Set<string>;
  /** Of a dossier, what was asked. */
  dossier: DossierLine | undefined;
  /** Whether a line has a file beside the records: a dossier's page. */
  hasPage: boolean;
  /** Whose records they are, where a line says it. */
  account: string | undefined;
  /** The last line, where it is a seal. */
  seal: SealLine | undefined;
  /** What `manifest.head` said, where no line is the one that it named. */
  cut: string | undefined;
  /** Whether a run was cut off between a line and its head, or in the middle of a line. */
  isBehind: boolean;
  readonly faults: ManifestFault[];
}

/** More are not told: a file that is no manifest at all would give one for each line. */
const FAULTS_MAX = 100;

const textOf = (head: string | undefined): string | undefined =>
  head?.endsWith('\n') === true ? head.slice(0, -1) : head;

class Opening {
  readonly state: ManifestState = {
    lines: 0,
    end: 0,
    head: NO_LINE,
    known: new Set(),
    dossier: undefined,
    hasPage: false,
    account: undefined,
    seal: undefined,
    cut: undefined,
    isBehind: false,
    faults: [],
  };
  #part: ReadPart | undefined;
  /** Whether the head of the present file is the digest of one of its lines, or of the last before. */
  #found = true;

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
      this.#fault('manifest_changed', part.path, 'is not there');
    }
  }

  #line({ path, number, line, sha256, before, end, isEnded }: ReadLine): void {
    const { state } = this;
    if (!isEnded) {
      state.isBehind = true; // never acknowledged: a run was cut off in the middle of it
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
    if (line.kind === 'file') this.state.hasPage = true;
    if (line.kind === 'seal') this.state.seal = line;
  }

  /** @param isLast the head of the last file may be missing in a vault of parts: it comes second. */
  end(isLast: boolean): void {
    const part = this.#part;
    if (part === undefined) return;
    if (isLast && part.head !== `${this.state.head}\n`) this.state.isBehind = true;
    if (this.#found) return;
    const head = textOf(part.head);
    if (head === undefined && isLast && part.path.startsWith('manifest/')) return;
    const said = head === undefined ? 'is not there' : 'names a line that is not in the manifest';
    this.#fault('manifest_cut', part.headPath, `${said}: lines were cut off or changed`);
    this.state.cut = head ?? NO_LINE;
  }

  #fault(kind: ManifestFault['kind'], path: string, message: string): void {
    const { faults } = this.state;
    if (faults.length < FAULTS_MAX) faults.push({ kind, path, message });
  }
}

/** Opens the manifest for a run that has the vault for itself, and repairs what a dead one left. */
export async function openForWriting(vault: Vault, log: ManifestLog): Promise<ManifestState> {
  await log.begin(); // a head from the begin on: one that is missing later was taken away
  const state = await openManifest(vault, log);
  if (state.isBehind && state.cut === undefined) await log.mend(state.head, state.end);
  return state;
}

/** Reads the manifest from its begin: which records it has, and where the next line goes. */
export async function openManifest(vault: Vault, log: ManifestLog): Promise<ManifestState> {
  const opening = new Opening();
  for await (const read of readManifest(vault, log)) opening.read(read);
  opening.end(true);
  return opening.state;
}
