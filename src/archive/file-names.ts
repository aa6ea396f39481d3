import { digestOf } from './digest.ts';

/** The longest name; it leaves room for suffixes. */
const NAME_MAX_CHARS = 120;

/** Where records and their images are. */
export const RECORDS = 'records/';

const EXTENSIONS = new Map(
  Object.entries({
    'image/png': 'png',
    'image/jpeg': 'jpg',
    'image/webp': 'webp',
    'image/gif': 'gif',
    'image/avif': 'avif',
    'image/svg+xml': 'svg',
    'application/pdf': 'pdf',
  }),
);

/** Names that Windows keeps for devices, with any extension: `con.com`, `aux.tv`. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/;

const percent = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * Returns a path segment that every file system accepts, and tells from every other: capitals are escaped, for
 * disks that take `A` for `a`. A long one is cut, and kept unique by a digest.
 */
export function nameOf(text: string): string {
  const name = encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'))
    .replaceAll(/%..|[A-Z*~]/g, (each) => (each.length > 1 ? each : percent(each)))
    .replace(/^\./, '%2E')
    .replace(/\.$/, '%2E')
    .replace(DEVICE, (device) => percent(device.slice(0, 1)) + device.slice(1));
  if (name.length <= NAME_MAX_CHARS) return name;
  return `${name.slice(0, NAME_MAX_CHARS - 65)}-${digestOf(new TextEncoder().encode(text))}`;
}

/** The form of the paths of `recordPaths`, and of files that `storeFile` puts beside one. */
export const isRecordPath = (path: string): boolean =>
  /^records\/[^/]+\/(?:[+-]?\d{4,6}-\d\d|undated)\/[^/]+\.[a-z]{3,4}$/.test(path);

function monthOf(createdAt: number): string {
  const date = new Date(createdAt);
  return Number.isNaN(date.getTime()) ? 'undated' : date.toISOString().slice(0, -17);
}

/** The paths of a record and its image: `records/example.com/2026-01/cdr_1.json` and `….png`. */
export function recordPaths({
  cdrId,
  domainId,
  createdAt,
  contentType,
}: {
  readonly cdrId: string;
  readonly domainId: string;
  readonly createdAt: number;
  readonly contentType: string;
}): { record: string; image: string } {
  const begin = `${RECORDS}${nameOf(domainId)}/${monthOf(createdAt)}/${nameOf(cdrId)}`;
  const essence = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return { record: `${begin}.json`, image: `${begin}.${EXTENSIONS.get(essence) ?? 'bin'}` };
}
