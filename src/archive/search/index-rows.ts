import type { ManifestLine } from '../manifest-line.ts';
import type { ManifestStart } from '../open-manifest.ts';

/** Where a line is in the manifest. */
export interface LinePlace {
  /** The number of its file; 0: it is still a file of its own. */
  readonly part: number;
  /** Its first byte, and the one behind its line feed. */
  readonly begin: number;
  readonly end: number;
}

/** A line, and where it is. */
export interface PlacedLine extends LinePlace {
  readonly line: ManifestLine;
  /** Its number, from 1. */
  readonly number: number;
  /** What its record can be found by, if that is at hand; see `termsOf`. */
  readonly terms?: readonly number[] | undefined;
}

/** A row of the index. */
export interface IndexedRecord extends LinePlace {
  readonly id: number;
  readonly cdrId: string;
  readonly domainId: string;
  readonly createdAt: number;
}

const COLUMNS = `records.id, cdr_id AS cdrId, name AS domainId, created_at AS createdAt, part,
  begins AS begin, ends AS "end"`;
export const SELECT = `SELECT ${COLUMNS} FROM records JOIN domains ON domains.id = records.domain`;

export const SQL = {
  fact: 'SELECT value FROM facts WHERE name = ?',
  setFact: 'INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)',
  addDomain: 'INSERT OR IGNORE INTO domains (name) VALUES (?)',
  // A line that was a file of its own has a place in the manifest from now on.
  addRecord: `INSERT INTO records (cdr_id, domain, created_at, part, begins, ends)
    SELECT ?, id, ?, ?, ?, ? FROM domains WHERE name = ?
    ON CONFLICT (cdr_id) DO UPDATE SET part = excluded.part, begins = excluded.begins,
      ends = excluded.ends WHERE records.part = 0`,
  known: 'SELECT part FROM records WHERE cdr_id = ?',
  erased: 'SELECT 1 AS found FROM erased WHERE cdr_id = ?',
  addErased: 'INSERT OR IGNORE INTO erased (cdr_id) VALUES (?)',
  terms: 'SELECT id, terms FROM records WHERE cdr_id = ?',
  setTerms: 'UPDATE records SET terms = ? WHERE id = ?',
  addTerm: 'INSERT OR IGNORE INTO terms (term, record) VALUES (?, ?)',
  removeTerm: 'DELETE FROM terms WHERE term = ? AND record = ?',
  removeRecord: 'DELETE FROM records WHERE id = ?',
  from: 'SELECT cdr_id AS cdrId FROM records WHERE part >= ?',
  latest: 'SELECT cdr_id AS cdrId FROM records ORDER BY id DESC LIMIT ?',
  record: `${SELECT} WHERE cdr_id = ?`,
  unread: `${SELECT} WHERE terms IS NULL AND records.id > ? ORDER BY records.id LIMIT ?`,
  countUnread: 'SELECT count(*) AS n FROM records WHERE terms IS NULL',
} as const;

/** Names of accounts, and places of losses, that are kept: both are few. */
export const KEPT_MAX = 100;

/** The facts that the table `facts` has. */
export interface Facts {
  readonly position: ManifestStart;
  readonly vaultId: string;
  readonly accounts: readonly string[];
  readonly cuts: readonly number[];
}
