import type { AnswerStart } from '../../engine/traffic.ts';

/** How much of a receiver's answer is shown. */
const SHOWN_BYTES = 2048;
/** How long the world waits for the body once the status has arrived, in real time. */
const WAIT_MS = 1000;

/**
 * Reads the start of an answer whose status already counts. If the body stalls or breaks off,
 * returns what has arrived.
 */
export async function answerStart(response: Response): Promise<AnswerStart> {
  const contentType = response.headers.get('content-type');
  const reader = response.body?.getReader();
  if (reader === undefined) return { contentType, text: '', isCut: false };
  const bytes = new Uint8Array(SHOWN_BYTES);
  let length = 0;
  let isCut = false;
  let stop = (): void => undefined;
  const tooLong = new Promise<{ done: true }>((resolve) => {
    stop = () => resolve({ done: true });
  });
  const timer = setTimeout(stop, WAIT_MS);
  try {
    while (!isCut) {
      const piece = await Promise.race([reader.read(), tooLong]);
      if (piece.done) break;
      const { value } = piece as { value: Uint8Array };
      isCut = length + value.length > SHOWN_BYTES;
      bytes.set(value.subarray(0, SHOWN_BYTES - length), length);
      length = Math.min(length + value.length, SHOWN_BYTES);
    }
  } catch {
    // The body broke off.
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => undefined);
  }
  const text = new TextDecoder().decode(bytes.subarray(0, length));
  return { contentType, text, isCut };
}
