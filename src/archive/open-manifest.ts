import { SEGMENTS } from './manifest-head.ts';
import { type DossierLine, type ManifestLine, NO_LINE, type SealLine } from './manifest-line.ts';
import type { ManifestLog, ManifestPosition } from './manifest-log.ts';
import { BEGIN, isLine, type ReadLine, type ReadPart, readManifest } from './manifest-read.ts';
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

/** A place between two lines, and what the lines before it said. */
export interface ManifestStart extends ManifestPosition {
  /** The name of the account, if a line has it. */
  readonly account: string | undefined;
  /** How many lines are seals. */
  readonly seals: number;
  /** How many lines there are before the file in which it is. */
  readonly linesBefore: number;
}

/** Before the first line. */
export const START: ManifestStart = { ...BEGIN, account: undefined, seals: 0, linesBefore: 0 };

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Where a run continues. */
export interface ManifestState extends Mutable<ManifestStart> {
  /** In a dossier: its first line. */
  dossier: DossierLine | undefined;
  /** The path of a dossier's page, if a line lists it. */
  page: string | undefined;
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

/** Follows a manifest line by line, and tells where it is not as a run left it. */
export class ManifestReading {
  readonly state: ManifestState;
  #part: ReadPart | undefined;
  /** Whether the current file's head is the digest of one of its lines, or of the line before it. */
  #found = true;
  readonly #tell: (fault: ManifestFault) => void;

  /** @param start where the reading begins. */
  constructor(tell: (fault: ManifestFault) => void, start: ManifestStart = START) {
    const { number, end, lines, head, account, seals, linesBefore } = start;
    this.#tell = tell;
    this.state = {
      number,
      end,
      lines,
      head,
      account,
      seals,
      linesBefore,
      dossier: undefined,
      page: undefined,
      seal: undefined,
      cut: undefined,
      isBehind: false,
    };
  }

  read(read: ReadPart | ReadLine): void {
    if (isLine(read)) this.#line(read);
    else this.#begin(read);
  }

  #begin(part: ReadPart): void {
    this.end(false);
    this.#part = part;
    const { state } = this;
    if (part.number !== state.number) {
      Object.assign(state, { number: part.number, end: 0, linesBefore: state.lines });
    }
    this.#found = part.headPath === undefined || textOf(part.head) === state.head;
    if (part.isThere) return;
    if (state.end > 0) this.#fault('manifest_changed', part.path, 'is not as it was read before');
    else if (part.head === undefined) {
      this.#fault('manifest_changed', part.path, 'does not exist');
    }
  }

  #line({ path, part, number, line, sha256, before, end, isEnded }: ReadLine): void {
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
    } else if (line.kind === 'segment' && line.number !== part) {
      this.#fault('manifest_changed', path, `line ${number} begins another segment`);
    }
    Object.assign(state, { lines: number, end, head: sha256 });
    state.seal = undefined;
    if (line !== undefined) this.#take(line);
    if (textOf(this.#part?.head) === sha256) this.#found = true;
  }

  #take(line: ManifestLine): void {
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
    if (part?.headPath === undefined) return;
    if (isLast && part.head !== `${this.state.head}\n`) this.state.isBehind = true;
    if (this.#found) return;
    const head = textOf(part.head);
    if (head === undefined && isLast && part.path.startsWith(SEGMENTS)) return;
    const said = head === undefined ? 'does not exist' : 'names a line that is not in the manifest';
    this.#fault('manifest_cut', part.headPath, `${said}: lines were cut off or changed`);
    this.state.cut = head ?? NO_LINE;
  }

  #fault(kind: ManifestFault['kind'], path: string, message: string): void {
    this.#tell({ kind, path, message });
  }
}

/** Opens the manifest of a dossier, and repairs the end that an interrupted run left. */
export async function openForWriting(vault: Vault, log: ManifestLog): Promise<OpenManifest> {
  await log.begin(); // writes a head, so that one missing later was removed
  const opened = await openManifest(vault, log);
  const { state } = opened;
  if (state.isBehind && state.cut === undefined) await log.mend(state);
  return opened;
}

/** Reads the manifest from a position to its end: where the next line goes, and what is not as it was. */
export async function openManifest(
  vault: Vault,
  log: ManifestLog,
  start: ManifestStart = START,
  onLine: (line: ReadLine, state: ManifestState) => void = () => undefined,
): Promise<OpenManifest> {
  const faults: ManifestFault[] = [];
  const reading = new ManifestReading((fault) => {
    if (faults.length < FAULTS_MAX) faults.push(fault);
  }, start);
  for await (const read of readManifest(vault, log, start)) {
    reading.read(read);
    if (isLine(read) && read.isEnded) onLine(read, reading.state);
  }
  reading.end(true);
  return { state: reading.state, faults };
}
