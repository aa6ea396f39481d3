import type { Endpoint, Repeat } from '../contract/endpoint.ts';
import type { Operation } from '../contract/endpoints.ts';
import type { CallOptions } from './call-options.ts';
import type { Answered, Reader } from './parsed-reply.ts';

/** An HTTP method. */
export type WireMethod = 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'PUT' | 'PATCH' | 'DELETE';

/** One call to make, repeated as its rule allows. */
export interface Outgoing<T> extends Partial<Pick<Endpoint, 'inDoubt' | 'hints'>> {
  readonly operation: Operation;
  /** Endpoints use `GET` and `POST`; a calibration uses the others too, without a key. */
  readonly method: WireMethod;
  readonly repeat: Repeat;
  /** A path below the base URL, beginning with `/v1/`; or, if no key is needed, an absolute URL. */
  readonly target: string;
  readonly needsKey: boolean;
  /** The path as documented, for a trace; absent if it would show a signed URL. */
  readonly urlTemplate?: string;
  /** The `accept` header. Default: JSON. */
  readonly accept?: string;
  /** JSON text. */
  readonly body?: string | undefined;
  /** Added to the headers of every call, or replacing them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Texts that no error may show: a share token, a signed URL, a lead's phone number. */
  readonly secrets: readonly string[];
  /**
   * How long to wait while the answer is `CDR_PENDING`. If absent, that is an error like any other.
   */
  readonly pendingTimeoutMs?: number | undefined;
  /** Whether an earlier call, perhaps of another process, may have done this already. */
  readonly earlierDoubt?: boolean | undefined;
  /** Gets the public half of the key that is used. */
  readonly onKeyId?: (keyId: string) => void;
  readonly read: Reader<T>;
  /** The last part of the call, once its reply is read. An error that it throws ends the call. */
  readonly finish?: (answer: Answer<T>) => void | Promise<void>;
}

/** The result of a call that succeeded. */
export interface Answer<T> extends Answered {
  readonly data: T;
  readonly callId: string;
  readonly requestId?: string | undefined;
  readonly attempts: number;
  /**
   * Whether an earlier attempt of this call, or the call that it continues, may already have taken
   * effect.
   */
  readonly replayPossible: boolean;
}

/** The state that several requests of one call share: they count as one against its limits. */
export interface Session {
  callId?: string;
  /** The milliseconds since the call began. */
  readonly elapsedMs: number;
  attempts: number;
}

/** Makes a call, including retries, waits and limits. */
export type Send = <T>(
  outgoing: Outgoing<T>,
  options: CallOptions | undefined,
  session?: Session,
) => Promise<Answer<T>>;
