import type { Reader } from '../transport/parsed-reply.ts';
import { readRedirect, unexpected } from '../transport/read-refusal.ts';
import { BodyTooLongError, isRedirect, readAnswer, readBody } from '../transport/read-reply.ts';
import { ReaderFailure } from '../transport/reader-failure.ts';
import type { EvidenceSink } from './evidence-sink.ts';

function essence(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Runs `work` on the sink. Its failure must not count as a failure of the connection. */
async function inSink(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new ReaderFailure(error as object);
  }
}

/**
 * Returns a reader that reads an evidence image into `sink`. Its result is the image's length, or
 * `undefined` if there are more bytes than the record says.
 */
export function evidenceReader(
  sink: EvidenceSink,
  record: { readonly size: number; readonly contentType: string },
): Reader<number | undefined> {
  return async (response, { signal, mismatch }) => {
    if (isRedirect(response)) return readRedirect(response);
    if (response.status !== 200) {
      const text = await readAnswer(response, signal);
      if (typeof text !== 'string') return text;
      return unexpected(`the evidence store responded with ${response.status}`, text);
    }
    const contentType = response.headers.get('content-type');
    if (contentType !== null && essence(contentType) !== essence(record.contentType)) {
      mismatch('contentType');
    }
    await inSink(() => sink.begin());
    let length = 0;
    try {
      await readBody(response, record.size, signal, (piece) => {
        length += piece.byteLength;
        return inSink(() => sink.write(piece));
      });
      return { kind: 'value', value: length };
    } catch (error) {
      if (error instanceof BodyTooLongError) return { kind: 'value', value: undefined };
      throw error;
    }
  };
}
