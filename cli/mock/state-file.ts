import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Snapshot, SnapshotJson } from '../../mock/service/controls/state.ts';
import { TABLE_NAMES } from '../../mock/world/world.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { jsonText } from '../../src/texts/json-text.ts';
import { linesOf as linesIn, type NumberedLine } from '../files/lines-of.ts';
import { writeWhole } from '../files/write-whole.ts';
import type { EndOfChanges } from './state-changes.ts';

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

/**
 * Tells one content of a state file from another: its head has the time and the counts of rows, ids and
 * requests, and what is appended makes it longer.
 */
export interface StateVersion {
  readonly head: string;
  /** In bytes. */
  readonly length: number;
}

/**
 * Writes the state to the file, whole or not at all. `around` runs the replacement of the file, or
 * throws.
 */
export async function writeStateFile(
  file: string,
  snapshot: Snapshot,
  around?: (replace: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { tables, ...rest } = snapshot.toJSON();
  const rows = Object.values(tables).reduce((sum, each) => sum + each.length, 0);
  const head = JSON.stringify({ ...rest, rows });
  await writeWhole(file, linesOf(head, tables), around);
}

/** Reads which content a state file has; `undefined` without a file. */
export async function readVersion(file: string): Promise<StateVersion | undefined> {
  const handle = await open(file).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  try {
    const { size: length } = await handle.stat();
    const chunks = handle.createReadStream({ autoClose: false });
    for await (const { text: head } of linesIn('--state', chunks)) return { head, length };
    return { head: '', length };
  } finally {
    await handle.close();
  }
}

type Row = readonly [table: string, key: unknown, value?: unknown];

function isRow(parsed: unknown, isChange: boolean): parsed is Row {
  const isLong =
    Array.isArray(parsed) && (parsed.length === 3 || (isChange && parsed.length === 2));
  return isLong && typeof parsed[0] === 'string';
}

const notJson = (line: number): Error =>
  invalidInput('--state', `line ${line} is not JSON; move the file away to start over`);

/** Reads a state line by line: its head, its rows, and the changes that were appended. */
class StateReading {
  /** In a map no name is special, including `__proto__`. A table without rows has no line. */
  readonly #tables = new Map<string, Map<string, [unknown, unknown]>>(
    TABLE_NAMES.map((name) => [name, new Map()]),
  );
  #head: (SnapshotJson & { rows?: number }) | undefined;
  #rows = 0;
  /** Changes whose end has not been read yet. */
  #changes: Row[] = [];
  /** The number of an unreadable line, which only a crash explains, and only at the end. */
  #torn: number | undefined;

  line({ line, text }: NumberedLine): void {
    if (this.#torn !== undefined) throw notJson(this.#torn);
    const isChange = this.#head !== undefined && this.#rows === this.#head.rows;
    let parsed: unknown;
    try {
      parsed = JSON.parse(text) as unknown;
    } catch {
      if (!isChange) throw notJson(line);
      this.#torn = line;
      return;
    }
    if (this.#head === undefined) this.#head = parsed as SnapshotJson;
    else if (isChange && !Array.isArray(parsed)) this.#end(parsed, line);
    else this.#row(parsed, line, isChange);
  }

  #row(parsed: unknown, line: number, isChange: boolean): void {
    if (!isRow(parsed, isChange)) {
      throw invalidInput('--state', `line ${line} is not a row of a state`);
    }
    if (!this.#tables.has(parsed[0])) {
      throw invalidInput('--state', `line ${line} is not in a table of a state`);
    }
    if (isChange) {
      this.#changes.push(parsed);
      return;
    }
    this.#rows += 1;
    this.#set(parsed);
  }

  #set([name, key, value]: Row): void {
    const table = this.#tables.get(name);
    if (value === undefined) table?.delete(JSON.stringify(key));
    else table?.set(JSON.stringify(key), [key, value]);
  }

  #end(parsed: unknown, line: number): void {
    const { changed, ...counters } = Object(parsed) as EndOfChanges;
    if (changed !== this.#changes.length) {
      throw invalidInput('--state', `line ${line} does not end the changes before it`);
    }
    for (const row of this.#changes) this.#set(row);
    this.#changes = [];
    this.#head = { ...(this.#head as SnapshotJson), ...counters, rows: this.#rows };
  }

  state(): SnapshotJson {
    const { rows, ...rest } = this.#head ?? ({} as SnapshotJson & { rows?: number });
    if (rows !== this.#rows) {
      throw invalidInput('--state', 'the file is not a complete state; move it away to start over');
    }
    const tables = Array.from(this.#tables, ([name, table]) => [name, [...table.values()]]);
    return { ...rest, tables: Object.fromEntries(tables) as SnapshotJson['tables'] };
  }
}

/**
 * Reads a state file; returns `undefined` if there is none yet. Changes at its end that a crash
 * interrupted are left out: none of them was complete.
 *
 * @throws InvalidInputError if the file is not a state, or only a part of one.
 */
export async function readStateFile(file: string): Promise<SnapshotJson | undefined> {
  const reading = new StateReading();
  try {
    for await (const each of linesIn('--state', createReadStream(file))) reading.line(each);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
  return reading.state();
}
