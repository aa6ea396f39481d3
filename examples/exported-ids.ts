// Finds the records that an earlier run has already exported.
import { open } from 'node:fs/promises';

/**
 * Returns the `cdrId` of every complete line of an NDJSON file, or none if there is no file. Cuts off
 * an incomplete last line, which a killed run can leave.
 */
export async function exportedIds(path: string): Promise<Set<string>> {
  const ids = new Set<string>();
  const file = await open(path, 'a+');
  try {
    let whole = 0;
    for await (const line of file.readLines({ autoClose: false, start: 0 })) {
      const end = whole + Buffer.byteLength(line) + 1;
      if (end > (await file.stat()).size) break;
      whole = end;
      ids.add((JSON.parse(line) as { cdrId: string }).cdrId);
    }
    await file.truncate(whole);
  } finally {
    await file.close();
  }
  return ids;
}
