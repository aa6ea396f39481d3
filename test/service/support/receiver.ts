import type { FetchLike } from '../../../src/platform/platform.ts';

/** A delivery as a receiver saw it. */
export interface Received {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  /** The sender's `redirect` option of `fetch`. */
  readonly redirect: RequestInit['redirect'];
  readonly body: string;
  readonly event: Record<string, unknown>;
}

/** A receiver in memory: what it was sent, and the `webhookFetch` that leads to it. */
export interface Receiver {
  readonly received: Received[];
  readonly webhookFetch: FetchLike;
}

/** Makes a receiver that answers each delivery with `answer`: a status, a response or an error. */
export function receiverOf(
  answer: (count: number, received: Received) => number | Promise<Response> | Response = () => 200,
): Receiver {
  const received: Received[] = [];
  const webhookFetch: FetchLike = async (url: string, init: RequestInit) => {
    const { method = 'GET', headers, redirect } = init;
    const body = String(init.body);
    const event = JSON.parse(body) as Record<string, unknown>;
    const each: Received = { url, method, headers: new Headers(headers), redirect, body, event };
    received.push(each);
    const given = await answer(received.length, each);
    return typeof given === 'number' ? new Response(null, { status: given }) : given;
  };
  return { received, webhookFetch };
}
