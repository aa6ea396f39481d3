// Which records an earlier run has exported already.
import { open } from 'node:fs/promises';

/**
 * The `cdrId` of every whole line of a file of NDJSON; none where there is no file. Half a line at
 * the end, which a killed run has left, is cut off.
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
