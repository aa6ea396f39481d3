// Finds the records that an earlier run has already exported.
import { open } from 'node:fs/promises';

/**
 * Returns the `cdrId` of every complete line of an NDJSON file, or none if there is no file. Cuts off
 * an incomplete last line, which a killed run can leave. Not with `readLines`: it also ends a line at
 * U+2028, which a page's title can have and JSON leaves as it is.
 */
export async function exportedIds(path: string): Promise<Set<string>> {
  const ids = new Set<string>();
  const file = await open(path, 'a+');
  try {
    let whole = 0;
    let rest = Buffer.alloc(0);
    const pieces: AsyncIterable<Buffer> = file.createReadStream({ autoClose: false, start: 0 });
    for await (const piece of pieces) {
      rest = Buffer.concat([rest, piece]);
      for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
        ids.add((JSON.parse(rest.toString('utf8', 0, end)) as { cdrId: string }).cdrId);
        rest = rest.subarray(end + 1);
        whole += end + 1;
      }
    }
    await file.truncate(whole);
  } finally {
    await file.close();
  }
  return ids;
}
