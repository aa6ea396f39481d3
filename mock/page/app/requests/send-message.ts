import { callControl } from '../ground/call-control.ts';
import type { RequestDetail, RequestMessage, RequestRow } from '../ground/rows.ts';

/** Returns the request as it was sent, with its key and tokens. */
export async function messageOf(requestId: string): Promise<RequestMessage> {
  const path = `/requests/${encodeURIComponent(requestId)}/message`;
  return (await callControl<{ message: RequestMessage }>('GET', path)).message;
}

/** Returns where a message goes at this server, as path and query. */
export function targetOf({ url }: RequestMessage): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function newestRequest(): Promise<RequestRow | undefined> {
  const path = '/requests?limit=1';
  return (await callControl<{ requests: RequestRow[] }>('GET', path)).requests[0];
}

/**
 * Sends a message to the service, as any client would. Returns the request that it became, which has
 * a response, or none if the connection was dropped.
 */
export async function sendMessage(message: RequestMessage): Promise<RequestDetail> {
  const { method, headers, body } = message;
  const hasBody = body !== null && method !== 'GET' && method !== 'HEAD';
  const before = await newestRequest();
  // A browser leaves out what only it may set, such as the host.
  const asked = { method, headers, body: hasBody ? body : null, redirect: 'manual' as const };
  await fetch(targetOf(message), asked).catch(() => undefined);
  const sent = await newestRequest();
  if (sent === undefined || sent.requestId === before?.requestId) {
    throw new Error('the fake has not logged this request; is its log too short?');
  }
  const path = `/requests/${encodeURIComponent(sent.requestId)}`;
  return (await callControl<{ request: RequestDetail }>('GET', path)).request;
}
