import type { Envelope } from '../../../src/contract/envelope.ts';
import type { WireReply } from './door.ts';

/** A failure as its envelope has it (spec §2.1). */
export type ReplyError = (Envelope & { ok: false })['error'];

/** An answer of the service, already checked against the contract. */
export interface Reply<Data = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** `undefined` if there is no envelope. */
  readonly json: Envelope | undefined;
  /** The `data` of a success; for anything else, throws an error that says what came instead. */
  readonly data: Data;
  /** The `error` of a failure; for anything else, throws an error that says what came instead. */
  readonly error: ReplyError;
  /** `error.code`, or `undefined` for a success. */
  readonly code: string | undefined;
  readonly requestId: string;
}

/** Makes a reply with accessors for its parts. */
export function replyOf<Data>(
  { status, headers }: WireReply,
  text: string,
  json: Envelope | undefined,
): Reply<Data> {
  const unexpected = (): Error => new Error(`answered ${status}: ${text.slice(0, 500)}`);
  return {
    status,
    headers,
    text,
    json,
    get data() {
      if (json?.ok !== true) throw unexpected();
      return json.data as Data;
    },
    get error() {
      if (json?.ok !== false) throw unexpected();
      return json.error;
    },
    get code() {
      return json?.ok === false ? json.error.code : undefined;
    },
    get requestId() {
      if (json === undefined) throw unexpected();
      return json.ok ? json.requestId : json.error.requestId;
    },
  };
}
