import type { CallPromise } from '../transport/call-promise.ts';

async function requestIdOf(call: unknown): Promise<string | undefined> {
  try {
    const response = await (call as Partial<CallPromise<unknown>>).withResponse?.();
    return typeof response?.requestId === 'string' ? response.requestId : undefined;
  } catch {
    return undefined; // of a wrapper, whose promise has resolved
  }
}

/**
 * Awaits a call of a client that was handed in, which may be wrapped: only the promise counts. The
 * service's identifier of the request is taken where the promise still offers it.
 */
export async function withRequestId<T>(
  call: PromiseLike<T>,
): Promise<{ readonly data: T; readonly requestId: string | undefined }> {
  const data = await call;
  return { data, requestId: await requestIdOf(call) };
}
