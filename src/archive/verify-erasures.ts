import { filesText } from './erasure-note.ts';
import type { ErasedLine, RecordLine } from './manifest-line.ts';
import { filesOf } from './manifest-line.ts';
import { TextMap } from './text-map.ts';
import type { FileCheck } from './verify-files.ts';
import type { VerifyProblem } from './verify-report.ts';

/** An erasure that was read, and where. */
interface ReadErasure {
  readonly line: ErasedLine;
  readonly number: number;
  readonly path: string;
}

/**
 * Compares erasures with the records that they are of: each must name the very files of a record's line,
 * and these must be gone.
 */
export class ErasureCheck {
  readonly #tell: (problem: VerifyProblem) => void;
  readonly #records = new TextMap();
  readonly #erasures: TextMap = new TextMap();
  count = 0;

  constructor(tell: (problem: VerifyProblem) => void) {
    this.#tell = tell;
  }

  /** Notes a record's line. Returns `false` if there was one of this record. */
  record(line: RecordLine): boolean {
    return this.#records.add(line.cdrId, filesText(filesOf(line)));
  }

  erasure(read: ReadErasure): void {
    const { line, number, path } = read;
    const about = { path, line: number, cdrId: line.cdrId };
    const of = this.#records.get(line.cdrId);
    if (of === undefined) {
      const message = 'an erasure of a record that no line before it lists';
      this.#tell({ kind: 'erasure', ...about, message });
    } else if (of !== filesText(line.files)) {
      const message = 'the erasure does not name the files that the line of its record lists';
      this.#tell({ kind: 'erasure', ...about, message });
    } else if (this.#erasures.add(line.cdrId, JSON.stringify({ number, files: line.files }))) {
      this.count += 1;
    }
  }

  /** Compares with the files. To be called when all of them were looked at. */
  end(files: FileCheck): void {
    for (const [cdrId, text] of this.#erasures.entries()) {
      const { number, files: erased } = JSON.parse(text) as {
        readonly number: number;
        readonly files: ErasedLine['files'];
      };
      for (const { path } of erased) {
        if (files.erase(path)) continue;
        const message = 'it was erased, and is still there: erase the record again to finish it';
        this.#tell({ kind: 'erasure', path, line: number, cdrId, message });
      }
    }
    this.#records.close();
    this.#erasures.close();
  }
}
