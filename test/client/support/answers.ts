import type { FetchLike } from '../../../src/platform/platform.ts';

/** One request, as a `fetch` function sees it. */
export interface SeenRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
  readonly redirect: string;
  readonly signal: AbortSignal;
}

/** An answer, or a failure to answer. */
export type Play = (request: SeenRequest) => Response | Promise<Response>;

/** Makes a `fetch` that plays one answer per request, and repeats the last one. */
export function playing(...plays: Play[]): FetchLike & { readonly seen: SeenRequest[] } {
  const seen: SeenRequest[] = [];
  const play = async (url: string, init: Omit<SeenRequest, 'url'>) => {
    const body = String(init.body ?? '') || undefined; // on Node: a text read only once
    const request = { ...init, url, body };
    const next = plays[Math.min(seen.length, plays.length - 1)];
    seen.push(request);
    if (next === undefined) throw new Error('nothing to play');
    return next(request);
  };
  return Object.assign(play, { seen });
}

/** Plays a JSON answer. */
export function reply(status: number, value: unknown, headers: Record<string, string> = {}): Play {
  return () => Response.json(value, { status, headers });
}

/** `ok: true`. */
export const ok = (data: unknown, headers?: Record<string, string>): Play =>
  reply(200, { ok: true, data, requestId: 'req_ok' }, headers);

/** `ok: false`. */
export function no(
  status: number,
  code: string,
  {
    details,
    headers,
    message = 'refused',
  }: {
    details?: unknown;
    headers?: Record<string, string>;
    message?: string;
  } = {},
): Play {
  const error = { code, message, requestId: 'req_no', ...(details !== undefined && { details }) };
  return reply(status, { ok: false, error }, headers);
}

/** Plays a gateway's page. */
export const page =
  (status: number, headers: Record<string, string> = {}): Play =>
  () =>
    new Response('<html>gateway</html>', {
      status,
      headers: { 'content-type': 'text/html', ...headers },
    });

/** Plays a failure of the connection, as Node's `fetch` reports it. */
export function failing(code: string, extra: Record<string, unknown> = {}): Play {
  return () => {
    const cause = Object.assign(new Error(`${code} happened`), { code, ...extra });
    throw new TypeError('fetch failed', { cause });
  };
}

/** A connection that is refused before anything is sent. */
export const refusedConnection = failing('ECONNREFUSED', { syscall: 'connect' });

/** A connection that breaks when the request may have arrived. */
export const brokenConnection = failing('UND_ERR_SOCKET');

/** Never answers, but listens to the signal as `fetch` does. */
export const hanging: Play = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

/** Never answers, and ignores the signal. */
export const deaf: Play = () => new Promise(() => undefined);

/** An answer that ignores the signal and comes when `arrive` is called. Its body stalls. */
export function lateAnswer(): {
  readonly play: Play;
  arrive(): void;
  readonly isCancelled: Promise<void>;
} {
  let arrive = (): void => undefined;
  let cancel = (): void => undefined;
  const hasArrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const isCancelled = new Promise<void>((resolve) => {
    cancel = resolve;
  });
  const play: Play = async () => {
    await hasArrived;
    return new Response(new ReadableStream({ cancel }));
  };
  return { play, arrive, isCancelled };
}
