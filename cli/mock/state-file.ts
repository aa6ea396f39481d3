import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Snapshot, SnapshotJson } from '../../mock/service/controls/state.ts';
import { TABLE_NAMES } from '../../mock/world/world.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { jsonText } from '../../src/texts/json-text.ts';
import { linesOf as linesIn, type NumberedLine } from '../files/lines-of.ts';
import { writeWhole } from '../files/write-whole.ts';

/**
 * Returns the lines of a state file, in JSON. The head has the file's type and the time; each other
 * line is a row, `[table, key, value]`. No single text is as long as the whole state, which may be
 * longer than a string can be.
 */
function* linesOf(head: string, tables: SnapshotJson['tables']): Generator<string> {
  yield `${head}\n`;
  for (const [name, table] of Object.entries(tables)) {
    for (const [key, value] of table) yield `${jsonText([name, key, value])}\n`;
  }
}

/** Writes the state to the file, whole or not at all. Returns the head. */
export async function writeStateFile(file: string, snapshot: Snapshot): Promise<string> {
  const { tables, ...rest } = snapshot.toJSON();
  const rows = Object.values(tables).reduce((sum, each) => sum + each.length, 0);
  const head = JSON.stringify({ ...rest, rows });
  await writeWhole(file, linesOf(head, tables));
  return head;
}

/**
 * Reads only the head of a state file; `undefined` without a file. It has the time and the counts of
 * rows, ids and requests, by which one write is told from another.
 */
export async function readHead(file: string): Promise<string | undefined> {
  const handle = await open(file).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  try {
    const chunks = handle.createReadStream({ autoClose: false });
    for await (const { text } of linesIn('--state', chunks)) return text;
    return '';
  } finally {
    await handle.close();
  }
}

type Row = readonly [table: string, key: unknown, value: unknown];

function isRow(parsed: unknown): parsed is Row {
  return Array.isArray(parsed) && parsed.length === 3 && typeof parsed[0] === 'string';
}

function parseLine({ line, text }: NumberedLine): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalidInput('--state', `line ${line} is not JSON; move the file away to start over`);
  }
}

/**
 * Reads a state file; returns `undefined` if there is none yet.
 *
 * @throws InvalidInputError if the file is not a state, or only a part of one.
 */
export async function readStateFile(file: string): Promise<SnapshotJson | undefined> {
  const tables = emptyTables();
  let head: (SnapshotJson & { rows?: number }) | undefined;
  let place = 0;
  try {
    for await (const each of linesIn('--state', createReadStream(file))) {
      place = each.line;
      const parsed = parseLine(each);
      if (place === 1) {
        head = parsed as SnapshotJson;
        continue;
      }
      if (!isRow(parsed)) throw invalidInput('--state', `line ${place} is not a row of a state`);
      const [table, key, value] = parsed;
      const rows = tables.get(table);
      if (rows === undefined) {
        throw invalidInput('--state', `line ${place} is not in a table of a state`);
      }
      rows.push([key, value]);
    }
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
  const { rows, ...rest } = head ?? ({} as SnapshotJson & { rows?: number });
  if (rows !== place - 1) {
    throw invalidInput('--state', 'the file is not a complete state; move it away to start over');
  }
  return { ...rest, tables: Object.fromEntries(tables) };
}

/** A table without rows has no line. In a map no name is special, including `__proto__`. */
function emptyTables(): Map<string, [unknown, unknown][]> {
  return new Map(TABLE_NAMES.map((name) => [name, []]));
}
