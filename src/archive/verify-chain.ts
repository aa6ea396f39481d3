import { NO_LINE } from './manifest-line.ts';
import type { ManifestLog } from './manifest-log.ts';
import { isLine, type ReadLine, type ReadPart, readManifest } from './manifest-read.ts';
import type { Vault } from './vault.ts';
import type { VerifyProblem } from './verify-report.ts';

/** A line that is not chained to the one before it. */
interface Break {
  readonly path: string;
  readonly line: number;
  readonly previous: string;
  readonly pathBefore: string;
}

/** More than are listed: what follows a broken line is not chained to it either. */
const BREAKS_MAX = 10_000;

/** Follows the chain from line to line, and from head to head. */
export class ChainCheck {
  readonly #tell: (problem: VerifyProblem) => void;
  readonly #breaks: Break[] = [];
  #part: ReadPart | undefined;
  #last: ReadLine | undefined;
  head = NO_LINE;
  lines = 0;

  constructor(tell: (problem: VerifyProblem) => void) {
    this.#tell = tell;
  }

  read(read: ReadPart | ReadLine): void {
    if (!isLine(read)) {
      this.#endPart();
      this.#part = read;
      if (!read.isThere && read.headPath === undefined) {
        const message = 'this segment of the manifest does not exist';
        this.#tell({ kind: 'missing', path: read.path, message });
      }
      return;
    }
    const { path, part, number, line, sha256, before, isEnded } = read;
    const about = { path, line: number };
    if (!isEnded) {
      const message = 'the last line is incomplete, as an interrupted run leaves it';
      this.#tell({ ...about, kind: 'changed', message });
    } else if (line === undefined) {
      this.#tell({ ...about, kind: 'changed', message: 'it is not a line of a manifest' });
    } else if (line.previous !== before) {
      const pathBefore = this.#last?.path ?? path;
      const each = { ...about, previous: line.previous, pathBefore };
      if (this.#breaks.length < BREAKS_MAX) this.#breaks.push(each);
    } else if (line.kind === 'segment' && line.number !== part) {
      const message = `it begins segment ${line.number}, but is in segment ${part}`;
      this.#tell({ ...about, kind: 'reordered', message });
    }
    this.#last = read;
    this.head = sha256;
    this.lines = number;
  }

  async end(vault: Vault, log: ManifestLog): Promise<void> {
    this.#endPart();
    if (this.#breaks.length === 0) return;
    // A second reading, only for a broken chain.
    const wanted = new Set(this.#breaks.map(({ previous }) => previous));
    const numbers = new Map<string, number>();
    for await (const read of readManifest(vault, log)) {
      if (isLine(read) && wanted.has(read.sha256)) numbers.set(read.sha256, read.number);
    }
    for (const each of this.#breaks) this.#tellBreak(each, numbers.get(each.previous));
  }

  #tellBreak({ path, line, pathBefore, previous }: Break, after: number | undefined): void {
    if (after !== undefined || (previous === NO_LINE && line > 1)) {
      const message = `line ${line} was written after line ${after ?? 0}, but is elsewhere`;
      this.#tell({ kind: 'reordered', path, line, message });
      return;
    }
    const between = `line ${line - 1} was changed, or lines before line ${line} were removed`;
    this.#tell({
      kind: 'removed',
      path: pathBefore,
      line: Math.max(line - 1, 1),
      message: between,
    });
  }

  #endPart(): void {
    const part = this.#part;
    if (part?.headPath === undefined || part.head === `${this.head}\n`) return;
    const said = part.head === undefined ? 'it does not exist' : 'it does not name the last line';
    const message = `${said}: it or the last line was changed, or lines were cut off or added`;
    this.#tell({ kind: 'head', path: part.headPath, message });
    const { path } = part;
    this.#tell({ kind: 'head', path, line: this.lines, message: `${part.headPath}: ${message}` });
  }
}
