import type { Piece, PieceSource } from './body-source.ts';
import { decoded } from './decoded.ts';

/** The part of a body reader that the client uses. */
interface PieceReader {
  read(): Promise<Piece>;
  cancel(): Promise<void>;
}

/** Headers as undici delivers them. */
export type IncomingHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

function headersOf(incoming: IncomingHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming)) {
    try {
      if (typeof value === 'string') headers.set(name, value);
      else for (const each of value ?? []) headers.append(name, each);
    } catch {
      // Skip a name or value that HTTP does not allow.
    }
  }
  return headers;
}

/** The part of a `Response` that the client reads. */
export class Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly body: { getReader(): PieceReader; cancel(): Promise<void> };
  readonly #incoming: IncomingHeaders;
  #headers: Headers | undefined;

  constructor(status: number, incoming: IncomingHeaders, coded: PieceSource) {
    this.status = status;
    this.ok = status >= 200 && status < 300;
    this.#incoming = incoming;
    const source = this.#hasCoding() ? decoded(coded, this.headers.get('content-encoding')) : coded;
    const cancel = (): Promise<void> => {
      source.cancel();
      return Promise.resolve();
    };
    this.body = { getReader: () => ({ read: () => source.read(), cancel }), cancel };
  }

  /** Created on first use, because most calls never read them. */
  get headers(): Headers {
    this.#headers ??= headersOf(this.#incoming);
    return this.#headers;
  }

  #hasCoding(): boolean {
    return Object.keys(this.#incoming).some((name) => name.toLowerCase() === 'content-encoding');
  }
}
