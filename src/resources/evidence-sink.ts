import { joinBytes } from '../platform/join-bytes.ts';

/** Receives the bytes of an evidence image. */
export interface EvidenceSink {
  /** Called before the first byte of each attempt. Discards what an earlier attempt wrote. */
  begin(): void | Promise<void>;
  write(piece: Uint8Array): void | Promise<void>;
  /** Called once the image is complete and checked. */
  commit?(): Promise<void>;
}

/** Keeps the bytes in memory. */
export class MemorySink implements EvidenceSink {
  #pieces: Uint8Array[] = [];

  begin(): void {
    this.#pieces = [];
  }

  write(piece: Uint8Array): void {
    this.#pieces.push(piece);
  }

  /** Returns all bytes in one array. */
  bytes(): Uint8Array<ArrayBuffer> {
    return joinBytes(this.#pieces);
  }
}
