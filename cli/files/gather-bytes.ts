/**
 * Reads a file, a pipe or a device to its end. Returns `undefined` if it has more than `maxBytes`: a
 * pipe has no size to look at beforehand.
 */
export async function gatherBytes(
  pieces: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const gathered: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) return undefined;
    gathered.push(piece);
  }
  return Buffer.concat(gathered);
}
