import type { ManifestLine, RecordLine, Vault } from '../../../src/archive/index.ts';

/** Returns the lines of a vault's manifest, read independently of the package. */
export async function linesIn(vault: Vault): Promise<ManifestLine[]> {
  const closed: string[] = [];
  for await (const { path } of vault.list('segments/')) {
    if (path.endsWith('.ndjson')) closed.push(path);
  }
  let text = '';
  for (const path of [...closed.sort(), 'manifest.ndjson']) {
    for await (const piece of (await vault.get(path)) ?? []) text += Buffer.from(piece).toString();
  }
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('the last line is not ended');
  return lines.map((line) => JSON.parse(line) as ManifestLine);
}

/** Returns only the lines of records. */
export async function recordsIn(vault: Vault): Promise<RecordLine[]> {
  return (await linesIn(vault)).filter((line) => line.kind === undefined);
}
