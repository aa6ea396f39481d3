/** The control that undici gives a handler over its request. */
export interface Controller {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/** Buffered bytes of a body above which the connection is paused. */
const WAITING_MAX_BYTES = 64 * 1024;

/** The result of one read of a body. */
export type Piece =
  | { readonly done: false; readonly value: Uint8Array }
  | { readonly done: true; readonly value: undefined };

/** The source of the chunks of a body. */
export interface PieceSource {
  read(): Promise<Piece>;
  /** Ends the body and any pending read, and releases the connection. */
  cancel(): void;
}

/** A reader that waits for the next piece. */
interface Reading {
  resolve(piece: Piece): void;
  reject(error: unknown): void;
}

const END: Piece = { done: true, value: undefined };

/** A body as it arrives; the connection is paused while no one reads. */
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
    this.#controller.abort(new Error('the rest of the response is not read'));
  }
}
