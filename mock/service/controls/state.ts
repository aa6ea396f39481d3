import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { jsonText } from '../../../src/texts/json-text.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Rows } from '../../ground/table.ts';
import { copyWorld, createWorld, TABLE_NAMES, type World } from '../../world/world.ts';
import { listAll } from '../lifecycle/record-life.ts';

/** Changes whenever the stored format changes. */
const STATE_VERSION = 2;
const STATE_FORMAT = 'consent-evidence/world';

/** The counters of a world, which change with almost everything. */
export type SnapshotCounters = Pick<SnapshotJson, 'now' | 'idCount' | 'sequence' | 'requestChars'>;

/** What changed in a world: the rows that were set, with `undefined` for one that was deleted. */
export interface ChangedState {
  readonly counters: SnapshotCounters;
  readonly rows: Iterable<readonly [table: string, key: unknown, value: unknown]>;
}

/** A snapshot as JSON. */
export interface SnapshotJson {
  /** Identifies the format. */
  readonly format: typeof STATE_FORMAT;
  /** Only this version of the format can be restored. */
  readonly version: number;
  /** The fake's time, in Unix milliseconds. */
  readonly now: number;
  /** The seed of ids and secrets. */
  readonly idSeed: string;
  /** How many ids were generated. */
  readonly idCount: number;
  /** The last sequence number. */
  readonly sequence: number;
  /** The size of the kept requests, in characters. */
  readonly requestChars: number;
  /** The rows of each table as pairs of key and value. */
  readonly tables: Readonly<Record<string, readonly (readonly [unknown, unknown])[]>>;
}

const worlds = new WeakMap<Snapshot, World>();

/** Copies a row as its JSON travels: `structuredClone` ends at data nested a few thousand deep. */
const copyOf = <T>(row: T): T => JSON.parse(jsonText(row)) as T;

/**
 * The whole state of a fake at one instant. Immutable.
 *
 * @example
 * ```ts
 * const before: Snapshot = mock.snapshot();
 * await client.cdrs.collect(cdrId);
 * mock.restore(before); // nothing was collected
 * ```
 */
export class Snapshot {
  /**
   * Different in every snapshot. The state is hidden, so without this `toEqual` would find any two
   * snapshots equal. Compare them with `diff(before, after)`.
   */
  readonly compare: symbol = Symbol('with diff(before, after)');

  /**
   * Returns the state for a file, including pending deliveries. Contains API keys and tokens in
   * clear text.
   */
  toJSON(): SnapshotJson {
    const { now, idSeed, idCount, sequence, requestChars, ...rest } = worldOf(this);
    // Copies: the rows themselves are shared with the world and with other snapshots.
    const rowsOf = (name: (typeof TABLE_NAMES)[number]): readonly (readonly [unknown, unknown])[] =>
      rest[name].rows();
    const tables = Object.fromEntries(
      TABLE_NAMES.map((name) => [name, rowsOf(name).map((row) => copyOf(row))]),
    );
    return {
      format: STATE_FORMAT,
      version: STATE_VERSION,
      now,
      idSeed,
      idCount,
      sequence,
      requestChars,
      tables: tables,
    };
  }
}

/** Returns the world that a snapshot keeps. */
export function worldOf(snapshot: Snapshot): World {
  const world = worlds.get(snapshot);
  if (world === undefined) throw invalidInput('snapshot', 'expected a snapshot of a fake');
  return world;
}

/** Takes a snapshot. The time this takes does not depend on the size of the world. */
export function takeSnapshot({ world, clock }: Engine): Snapshot {
  const snapshot = new Snapshot();
  worlds.set(snapshot, { ...copyWorld(world), now: clock.now() });
  return snapshot;
}

/**
 * Returns what changed since the last call for this world; `undefined` if that is not known, as of a
 * world that was restored. The rows are the world's own: read them before anything else happens.
 */
export function takeChanges({ world, clock }: Engine): ChangedState | undefined {
  const { idCount, sequence, requestChars } = world;
  const taken = TABLE_NAMES.map((name) => [name, world[name].takeChanged()] as const);
  const rows: [string, unknown, unknown][] = [];
  for (const [name, keys] of taken) {
    if (keys === undefined) return undefined;
    const table = world[name] as unknown as Rows<(string | number)[], unknown>;
    for (const text of keys) {
      const key = JSON.parse(text) as (string | number)[];
      rows.push([name, key, table.get(...key)]);
    }
  }
  return { counters: { now: clock.now(), idCount, sequence, requestChars }, rows };
}

function isRow(row: unknown): row is [(string | number)[], unknown] {
  return (
    Array.isArray(row) &&
    row.length === 2 &&
    Array.isArray(row[0]) &&
    row[0].every((part) => typeof part === 'string' || typeof part === 'number') &&
    (row[1] === true || (typeof row[1] === 'object' && row[1] !== null))
  );
}

function refuseForeign(json: Partial<SnapshotJson>): void {
  if (json.format !== STATE_FORMAT) {
    throw invalidInput('format', `expected the state of a fake, "${STATE_FORMAT}"`);
  }
  if (json.version !== STATE_VERSION) {
    throw invalidInput(
      'version',
      `expected version ${STATE_VERSION}; this fake cannot read others`,
    );
  }
  const { now, idCount, sequence, requestChars, idSeed } = json;
  for (const [path, value] of Object.entries({ now, idCount, sequence, requestChars })) {
    if (!Number.isFinite(value)) throw invalidInput(path, 'expected a number');
  }
  if (Number.isNaN(new Date(Number(now)).getTime())) {
    throw invalidInput('now', 'expected Unix milliseconds that a Date can represent');
  }
  if (typeof idSeed !== 'string') throw invalidInput('idSeed', 'expected a string');
}

function worldFromJson({ readings }: Engine, given: unknown): World {
  const json = (typeof given === 'object' && given !== null ? given : {}) as Partial<SnapshotJson>;
  refuseForeign(json);
  const { now = 0, idSeed = '', idCount = 0, sequence = 0, requestChars = 0 } = json;
  const tables: Partial<SnapshotJson['tables']> = json.tables ?? {};
  const world = { ...createWorld(now, idSeed), idCount, sequence, requestChars };
  for (const name of TABLE_NAMES) {
    const rows: unknown = tables[name];
    const path = `tables.${name}`;
    if (!Array.isArray(rows)) throw invalidInput(path, 'expected a list of rows');
    const table = world[name] as unknown as Rows<(string | number)[], unknown>;
    for (const [index, row] of rows.entries()) {
      if (!isRow(row)) throw invalidInput(`${path}.${index}`, 'expected a key and a value');
      const [key, value] = copyOf(row);
      table.set(key, value);
    }
  }
  try {
    listAll({ world, readings });
  } catch {
    throw invalidInput('tables.cdrs', 'expected records in the form of a snapshot');
  }
  return world;
}

/** Restores the world from a snapshot or its JSON. Invalid input changes nothing. */
export function restoreSnapshot(engine: Engine, snapshot: Snapshot | SnapshotJson): void {
  const world =
    snapshot instanceof Snapshot ? copyWorld(worldOf(snapshot)) : worldFromJson(engine, snapshot);
  // What a test's code remembers by id must not fit a record of the next test.
  if (!engine.idsRepeat) world.idCount = Math.max(world.idCount, engine.world.idCount);
  engine.formerKeys.keep(engine.world, world);
  engine.world = world;
  engine.epoch += 1;
  engine.clock.setTo(world.now);
}
