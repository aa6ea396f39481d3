import type { WebResponse } from '../platform/platform.ts';
import { Answer, type IncomingHeaders } from './answer.ts';
import { BodySource, type Controller } from './body-source.ts';
import type { UndiciDispatcher } from './dispatcher.ts';

function isDestroyed(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === 'UND_ERR_DESTROYED';
}

/**
 * Returns the error for a new request that a closed dispatcher refused. undici reports the same
 * error for a request that it interrupted, but it reports a refusal before the request starts:
 * nothing was sent.
 */
function closed(cause: unknown): Error {
  return Object.assign(new Error('the dispatcher is closed', { cause }), {
    code: 'UND_ERR_CLOSED',
  });
}

/** One request and its response: the handler that undici reports to. */
export class Exchange {
  readonly #signal: AbortSignal | undefined;
  #resolve: (answer: WebResponse) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #controller: Controller | undefined;
  #dispatching = false;
  /** Set once the headers of the response have arrived. */
  #body: BodySource | undefined;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  run(dispatcher: UndiciDispatcher, request: object): Promise<WebResponse> {
    const signal = this.#signal;
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    signal?.addEventListener('abort', this.#onAbort);
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#dispatching = true;
      try {
        dispatcher.dispatch(request, this);
      } catch (error) {
        this.onResponseError(undefined, error);
      }
      this.#dispatching = false;
    });
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    // The call was aborted while it waited for a connection.
    if (this.#signal?.aborted) controller.abort(new Error('aborted'));
  }

  onResponseStart(controller: Controller, status: number, incoming: IncomingHeaders): void {
    if (status < 200) return;
    const body = new BodySource(controller);
    this.#body = body;
    this.#resolve(new Answer(status, incoming, body) as unknown as WebResponse);
  }

  onResponseData(_controller: Controller, piece: Uint8Array): void {
    this.#body?.push(piece);
  }

  onResponseEnd(): void {
    this.#leave();
    this.#body?.end();
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.#leave();
    const refused = this.#dispatching && this.#controller === undefined && isDestroyed(error);
    this.#fail(refused ? closed(error) : error);
  }

  readonly #onAbort = (): void => {
    this.#leave();
    this.#fail(this.#signal?.reason);
    this.#controller?.abort(new Error('aborted'));
  };

  #fail(error: unknown): void {
    this.#reject(error); // no effect if there is already a response
    this.#body?.fail(error);
  }

  #leave(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }
}
