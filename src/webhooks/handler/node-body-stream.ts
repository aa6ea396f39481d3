import type { NodeRequest } from './node-request.ts';

/**
 * Returns a request's body as a web stream that reads only on demand. After a cancel, the request
 * is left paused but not destroyed, so that an answer can still be sent.
 */
export function nodeBodyStream(request: NodeRequest): ReadableStream<Uint8Array> {
  let detach = (): void => undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const onData = (chunk: Uint8Array | string): void => {
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
        if ((controller.desiredSize ?? 0) <= 0) request.pause();
      };
      const onEnd = (): void => {
        detach();
        controller.close();
      };
      const onCut = (error?: unknown): void => {
        detach();
        controller.error(error ?? new Error('the sender disconnected before the end of the body'));
      };
      const listeners = { data: onData, end: onEnd, error: onCut, close: onCut };
      detach = () => {
        for (const [event, listener] of Object.entries(listeners)) {
          request.removeListener(event, listener);
        }
      };
      // A request that is already destroyed emits no more events.
      if (request.destroyed) {
        onCut();
        return;
      }
      for (const [event, listener] of Object.entries(listeners)) request.on(event, listener);
      request.pause();
    },
    pull() {
      request.resume();
    },
    cancel() {
      detach();
      request.pause();
    },
  });
}
