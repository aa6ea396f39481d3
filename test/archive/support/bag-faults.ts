import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { filesIn } from './files-in.ts';

const TEXT = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';
const UNESCAPES: Readonly<Record<string, string>> = { '%25': '%', '%0A': '\n', '%0D': '\r' };

/** Whether a folder says that it is a bag. */
export const saysBag = (folder: string): boolean =>
  existsSync(path.join(folder, 'bagit.txt')) &&
  readFileSync(path.join(folder, 'bagit.txt'), 'utf8') === TEXT;

/** Reads a manifest of a bag, by RFC 8493 §2.1.3 alone. */
export function bagList(folder: string, name: string): Map<string, string> {
  const lines = readFileSync(path.join(folder, name), 'utf8').split('\n');
  if (lines.pop() !== '') throw new Error(`${name}: the last line is not ended`);
  return new Map(
    lines.map((line) => {
      const [, sha256 = '', file = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
      return [file.replaceAll(/%(?:25|0A|0D)/g, (each) => UNESCAPES[each] ?? each), sha256];
    }),
  );
}

const sha256Of = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex');

/** Returns what keeps a folder from being a complete bag whose files are all as listed (§3). */
export function bagFaults(folder: string): string[] {
  if (!saysBag(folder)) return ['it is no bag'];
  const payload = bagList(folder, 'manifest-sha256.txt');
  const tags = bagList(folder, 'tagmanifest-sha256.txt');
  const changed = [...payload, ...tags].flatMap(([name, sha256]) => {
    const file = path.join(folder, name);
    if (!existsSync(file)) return [`${name} is missing`];
    return sha256Of(file) === sha256 ? [] : [`${name} was changed`];
  });
  const there = filesIn(folder).filter((name) => name.startsWith('data/'));
  const unlisted = there
    .filter((name) => !payload.has(name))
    .map((name) => `${name} is not listed`);
  const octets = there.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  const info = readFileSync(path.join(folder, 'bag-info.txt'), 'utf8');
  const oxum = `Payload-Oxum: ${octets}.${there.length}\n`;
  return [...changed, ...unlisted, ...(info.includes(oxum) ? [] : [`expected ${oxum}`])];
}
