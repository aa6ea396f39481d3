import { createReadStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { InvalidInputError, invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { fileError } from '../../files/file-error.ts';
import { linesOf } from '../../files/lines-of.ts';
import { textOf } from '../../files/read-file.ts';

/** One record of a file, or the entry in its place. */
export interface ReadRecord {
  /** The place, such as `records.ndjson:3`. */
  readonly place: string;
  /** `undefined` if the entry is not JSON. */
  readonly record: unknown;
}

/** Far more than a record with all its bounded parts. */
const LINE_MAX_CHARS = 8 * 1024 * 1024;
/** A list is read whole; longer ones must be NDJSON. */
const WHOLE_MAX_BYTES = 64 * 1024 * 1024;
const MANIFEST = 'manifest.ndjson';
const SEGMENTS = 'segments';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function* onLines(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ReadRecord> {
  for await (const { line, text } of linesOf('--records', chunks, LINE_MAX_CHARS)) {
    yield { place: `${file}:${line}`, record: parsed(text) };
  }
}

/** Returns a list, or a record that spans several lines; `undefined` if the file is neither. */
async function whole(file: string): Promise<ReadRecord[] | undefined> {
  const { size } = await stat(file);
  if (size > WHOLE_MAX_BYTES) return undefined;
  const value = parsed(textOf(await readFile(file)));
  if (Array.isArray(value)) {
    return value.map((record: unknown, index) => ({ place: `${file}[${index}]`, record }));
  }
  return value === undefined ? undefined : [{ place: file, record: value }];
}

/** Tells whether the first line is a complete record. */
async function hasLines(file: string): Promise<boolean> {
  await using handle = await open(file);
  const chunks = handle.createReadStream({ autoClose: false });
  try {
    for await (const { text } of linesOf('--records', chunks, LINE_MAX_CHARS)) {
      const value = parsed(text);
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    }
  } catch (error) {
    // The line is longer than a record: a list of many, perhaps.
    if (error instanceof InvalidInputError) return false;
    throw error;
  }
  return true;
}

/** The closed segments of a manifest, and the open one. */
async function segmentsOf(folder: string): Promise<string[]> {
  const closed = await readdir(path.join(folder, SEGMENTS)).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 'ENOENT') return [];
    throw error;
  });
  const numbered = closed.filter((name) => /^\d{8,15}\.ndjson$/.test(name));
  numbered.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  return [
    ...numbered.map((name) => path.join(folder, SEGMENTS, name)),
    path.join(folder, MANIFEST),
  ];
}

interface ManifestEntry {
  readonly kind?: unknown;
  readonly cdrId?: unknown;
  readonly record?: { readonly path?: unknown };
}

async function* manifestOf(folder: string): AsyncGenerator<ReadRecord> {
  for (const file of await segmentsOf(folder)) yield* onLines(file, createReadStream(file));
}

/** Yields the records that an archive's manifest names and that were not erased, each from its own file. */
async function* archived(folder: string): AsyncGenerator<ReadRecord> {
  const erased = new Set<unknown>();
  for await (const { record } of manifestOf(folder)) {
    const { kind, cdrId } = (record ?? {}) as ManifestEntry;
    if (kind === 'erased') erased.add(cdrId);
  }
  for await (const { place, record } of manifestOf(folder)) {
    const { cdrId, record: entry } = (record ?? {}) as ManifestEntry;
    // Skips seals, and what the manifest says about the account.
    if (record !== undefined && (entry === undefined || erased.has(cdrId))) continue;
    const inside = typeof entry?.path === 'string' ? path.normalize(entry.path) : '..';
    const file = path.join(folder, inside);
    if (inside.startsWith('..') || path.isAbsolute(inside)) yield { place, record: undefined };
    else yield { place: file, record: parsed(await readFile(file, 'utf8').catch(() => '')) };
  }
}

async function* read(file: string): AsyncGenerator<ReadRecord> {
  if (file === '-') {
    yield* onLines('-', process.stdin);
    return;
  }
  const kind = await stat(file);
  if (kind.isDirectory()) yield* archived(file);
  // A pipe can be read only once, so no one may look at its first line beforehand.
  else if (!kind.isFile() || (await hasLines(file))) yield* onLines(file, createReadStream(file));
  else {
    const records = await whole(file);
    if (records === undefined) {
      throw invalidInput('--records', `${file}: expected NDJSON, or one JSON list or record`);
    }
    yield* records;
  }
}

/**
 * Yields every record of a file or of an archive's folder, one after another, whatever it contains.
 *
 * @throws InvalidInputError naming `--records` and the file, if it cannot be read.
 */
export async function* readRecords(file: string): AsyncGenerator<ReadRecord> {
  try {
    yield* read(file);
  } catch (error) {
    // The file that is missing may be the manifest of a folder.
    const { code, path: missing = file } = error as { code?: unknown; path?: string };
    if (error instanceof InvalidInputError || code === undefined) throw error;
    throw fileError('--records', missing, error);
  }
}
