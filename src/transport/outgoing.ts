import type { Endpoint, Repeat } from '../contract/endpoint.ts';
import type { Operation } from '../contract/endpoints.ts';
import type { CallOptions } from './call-options.ts';
import type { Answered, Reader } from './parsed-reply.ts';

/** A method of HTTP. */
export type WireMethod = 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'PUT' | 'PATCH' | 'DELETE';

/** One call to be made, as often as its rule allows. */
export interface Outgoing<T> extends Partial<Pick<Endpoint, 'inDoubt' | 'hints'>> {
  readonly operation: Operation;
  /** Of the endpoints `GET` and `POST`; the others are what a calibration asks with, without a key. */
  readonly method: WireMethod;
  readonly repeat: Repeat;
  /** Below the base address, beginning with `/v1/`; or, where no key is needed, an absolute URL. */
  readonly target: string;
  readonly needsKey: boolean;
  /** The path as it is documented, for a trace; absent where it would show a signed URL. */
  readonly urlTemplate?: string;
  /** What the caller can use; default: JSON. */
  readonly accept?: string;
  /** JSON text. */
  readonly body?: string | undefined;
  /** Beside those of every call, or in their place. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Texts that no error may show: a share token, a signed URL, a lead's phone number. */
  readonly secrets: readonly string[];
  /** How long `CDR_PENDING` is waited out; without it, it is an error like any other. */
  readonly pendingTimeoutMs?: number | undefined;
  /** An earlier call, perhaps of another process, may have done this already. */
  readonly earlierDoubt?: boolean | undefined;
  readonly read: Reader<T>;
}

/** What a call that succeeded has brought. */
export interface Answer<T> extends Answered {
  readonly data: T;
  readonly callId: string;
  readonly requestId?: string | undefined;
  readonly attempts: number;
  /** An earlier attempt of this call, or the call that it continues, may already have taken effect. */
  readonly replayPossible: boolean;
}

/** What several requests of one call share: they count as one against its limits. */
export interface Session {
  callId?: string;
  readonly beganAt: number;
  attempts: number;
}

/** Makes a call: retries, waits and limits included. */
export type Send = <T>(
  outgoing: Outgoing<T>,
  options: CallOptions | undefined,
  session?: Session,
) => Promise<Answer<T>>;
