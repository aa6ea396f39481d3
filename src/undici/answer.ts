import type { Piece, PieceSource } from './body-source.ts';

/** The part of a body reader that the client uses. */
interface PieceReader {
  read(): Promise<Piece>;
  cancel(): Promise<void>;
}

/** The part of a `Response` that the client reads. */
export class Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  readonly body: { getReader(): PieceReader; cancel(): Promise<void> };

  constructor(status: number, headers: Headers, source: PieceSource) {
    this.status = status;
    this.ok = status >= 200 && status < 300;
    this.headers = headers;
    const cancel = (): Promise<void> => {
      source.cancel();
      return Promise.resolve();
    };
    this.body = { getReader: () => ({ read: () => source.read(), cancel }), cancel };
  }
}
