/** What undici lets a handler do with its request. */
export interface Controller {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/** How much of a body waits for its reader before the connection is held. */
const WAITING_MAX_BYTES = 64 * 1024;

/** What a reader of a body gets. */
export type Piece =
  | { readonly done: false; readonly value: Uint8Array }
  | { readonly done: true; readonly value: undefined };

/** Where the pieces of a body come from. */
export interface PieceSource {
  read(): Promise<Piece>;
  /** Ends it, a read that is under way included, and lets the connection go. */
  cancel(): void;
}

/** A reader that waits for the next piece. */
interface Reading {
  resolve(piece: Piece): void;
  reject(error: unknown): void;
}

const END: Piece = { done: true, value: undefined };

/** A body as it arrives, held back while no one reads it. */
export class BodySource implements PieceSource {
  readonly #controller: Controller;
  readonly #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #over: { readonly error?: unknown } | undefined;
  #reader: Reading | undefined;

  constructor(controller: Controller) {
    this.#controller = controller;
  }

  push(piece: Uint8Array): void {
    if (this.#over !== undefined) return;
    const reader = this.#reader;
    if (reader !== undefined) {
      this.#reader = undefined;
      reader.resolve({ done: false, value: piece });
      return;
    }
    this.#waiting.push(piece);
    this.#waitingBytes += piece.byteLength;
    if (this.#waitingBytes > WAITING_MAX_BYTES) this.#controller.pause();
  }

  end(): void {
    this.#over ??= {};
    this.#reader?.resolve(END);
  }

  fail(error: unknown): void {
    this.#over ??= { error };
    this.#reader?.reject(error);
  }

  read(): Promise<Piece> {
    const piece = this.#waiting.shift();
    if (piece !== undefined) {
      this.#waitingBytes -= piece.byteLength;
      if (this.#waiting.length === 0 && this.#over === undefined) this.#controller.resume();
      return Promise.resolve({ done: false, value: piece });
    }
    if (this.#over === undefined) {
      return new Promise((resolve, reject) => {
        this.#reader = { resolve, reject };
      });
    }
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- it goes on as it is
    if ('error' in this.#over) return Promise.reject(this.#over.error);
    return Promise.resolve(END);
  }

  cancel(): void {
    if (this.#over !== undefined) return;
    this.#waiting.length = 0;
    this.end();
    this.#controller.abort(new Error('the rest of the answer is not read'));
  }
}
