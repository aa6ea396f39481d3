import { Slots } from '../platform/slots.ts';
import { digestOfPieces } from './digest.ts';
import type { ArchivedFile } from './manifest-line.ts';
import { TextMap } from './text-map.ts';
import type { Vault } from './vault.ts';
import type { VerifyProblem } from './verify-report.ts';

const FILES_AT_ONCE = 8;

/** Where the manifest lists a file. */
export interface FileOrigin {
  readonly line: number;
  readonly cdrId: string | undefined;
}

/** Reads the files that the manifest lists, some concurrently, and compares them with it. */
export class FileCheck {
  readonly #vault: Vault;
  readonly #tell: (problem: VerifyProblem) => void;
  readonly #hands = new Slots(FILES_AT_ONCE);
  readonly #running = new Set<Promise<void>>();
  files = 0;
  bytes = 0;
  /** Files that do not exist, with what is to be told of them unless they were erased. */
  readonly #missing = new TextMap();

  constructor(vault: Vault, tell: (problem: VerifyProblem) => void) {
    this.#vault = vault;
    this.#tell = tell;
  }

  /** Starts the check of a file. Resolves when the next one may be started. */
  async check(file: ArchivedFile, { line, cdrId }: FileOrigin): Promise<void> {
    const free = await this.#hands.take();
    const about = { path: file.path, line, ...(cdrId !== undefined && { cdrId }) };
    const task = this.#compare(file, about).finally(() => {
      this.#running.delete(task);
      free();
    });
    this.#running.add(task);
  }

  /** Resolves when all started checks are done. */
  async end(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Notes that a file was erased. Returns whether it is gone. To be called after `end`. */
  erase(path: string): boolean {
    return this.#missing.delete(path);
  }

  /** Tells of the files that are missing and were not erased. */
  close(): void {
    for (const [, about] of this.#missing.entries()) {
      const { path, ...rest } = JSON.parse(about) as VerifyProblem;
      this.#tell({ ...rest, kind: 'missing', path, message: 'it does not exist' });
    }
    this.#missing.close();
  }

  async #compare(file: ArchivedFile, about: Omit<VerifyProblem, 'kind' | 'message'>) {
    try {
      const pieces = await this.#vault.get(file.path);
      if (pieces === undefined) {
        this.#missing.add(file.path, JSON.stringify(about));
        return;
      }
      const { bytes, sha256 } = await digestOfPieces(pieces);
      this.files += 1;
      this.bytes += bytes;
      if (bytes !== file.bytes) {
        const message = `it has ${bytes} bytes, but had ${file.bytes}`;
        this.#tell({ ...about, kind: 'changed', message });
      } else if (sha256 !== file.sha256) {
        const message = `its SHA-256 is ${sha256}, but was ${file.sha256}`;
        this.#tell({ ...about, kind: 'changed', message });
      }
    } catch (error) {
      const { message } = error as Error;
      this.#tell({ ...about, kind: 'unreadable', message });
    }
  }
}
