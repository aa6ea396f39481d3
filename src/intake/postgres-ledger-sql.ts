import { DURABLE } from '../sql/postgres/pool.ts';
import { creation } from '../sql/postgres/tables.ts';
import type { UniqueIndex } from '../sql/table-name.ts';
import { indexNameOf } from '../sql/table-name.ts';
import { LEDGER_VERSION } from './ledger-error.ts';
import {
  aboutTable,
  COLUMNS,
  DUE_ORDER,
  KEY,
  listOrder,
  PRUNED,
  SAVED_COLUMNS,
} from './ledger-row.ts';

const TYPES = { text: 'text', number: 'bigint', flag: 'boolean', digest: 'bytea' } as const;

const OWNED = 'owns_share';
const ACCEPTED = "state = 'accept'";
/** The rows of each list; its index has the same predicate. */
const OPEN = 'decided_at IS NULL';
const DECIDED = 'decided_at IS NOT NULL AND NOT pruned';

/** Without these, one share or one record could be two leads'. */
export const LEDGER_INDEXES: readonly UniqueIndex[] = [
  { column: KEY },
  { column: 'share_sha256', where: OWNED },
  { column: 'cdr_id', where: ACCEPTED },
];

/** Returns a parameter with its type, which an `INSERT … SELECT` cannot infer. */
function place(index: number, type: keyof typeof TYPES): string {
  if (type === 'flag') return `$${index}::int::boolean`;
  return type === 'digest' ? digest(index) : `$${index}::${TYPES[type]}`;
}

const digest = (index: number): string => `decode($${index}::text, 'hex')`;

/**
 * The columns by name: a table that gets a column of the caller's own must not change what a prepared
 * statement returns. Digests as text: what a driver makes of bytes is its own affair.
 */
function selected(of = ''): string {
  return COLUMNS.map(({ name, type }) =>
    type === 'digest' ? `encode(${of}${name}, 'hex') AS ${name}` : `${of}${name}`,
  ).join(', ');
}

/** Returns the SQL that creates the tables of a ledger and their indexes, for migrations. */
export function postgresLedgerTable(table: string): string {
  const about = aboutTable(table);
  const columns = COLUMNS.map(
    ({ name, type, isNeeded }) => `  ${name} ${TYPES[type]}${isNeeded ? ' NOT NULL' : ''}`,
  );
  const index = (column: string): string => `INDEX IF NOT EXISTS ${indexNameOf(table, column)}`;
  // A table that was there before has a version of its own, or none.
  return creation(`CREATE TABLE IF NOT EXISTS ${about} (
  version integer NOT NULL,
  ledger_id text NOT NULL,
  account text,
  pruned_before bigint
);
IF to_regclass('${table}') IS NULL THEN
  DELETE FROM ${about};
  INSERT INTO ${about} (version, ledger_id)
  VALUES (${LEDGER_VERSION}, md5(random()::text || clock_timestamp()::text));
END IF;
CREATE TABLE IF NOT EXISTS ${table} (
${columns.join(',\n')},
  PRIMARY KEY (${KEY})
);
IF EXISTS (SELECT FROM ${about} WHERE version = ${LEDGER_VERSION}) THEN
  CREATE UNIQUE ${index('share_sha256')} ON ${table} (share_sha256) WHERE ${OWNED};
  CREATE UNIQUE ${index('cdr_id')} ON ${table} (cdr_id) WHERE ${ACCEPTED};
  CREATE ${index('due_at')} ON ${table} (${DUE_ORDER}) WHERE due_at IS NOT NULL;
  CREATE ${index('held_since')} ON ${table} (${listOrder(false)}) WHERE ${OPEN};
  CREATE ${index('decided_at')} ON ${table} (${listOrder(true)}) WHERE ${DECIDED};
  CREATE ${index('pruned')} ON ${table} (state, decided_at) WHERE pruned;
END IF;`);
}

/**
 * Returns a statement that leases some leads. It is durable: if a lease were lost, no one would
 * know later that its worker may have paid.
 *
 * `some` must leave no choice but the one index that fits, and so must the way from it to the rows,
 * which goes by their place. The statistics may be of a quiet day, on which no lead was due: then a
 * sort of all due leads seems free, and so does their index for one lead, which `+ 0` rules out. And
 * the plan of a named statement is for any limit: for a tenth of all due leads, a join seems cheaper
 * that reads the whole table.
 */
function lease(table: string, some: string): string {
  return `${DURABLE},
      due AS MATERIALIZED (
        SELECT ctid AS place, ${KEY}, due_at AS was_due FROM ${table} WHERE ${some}
        FOR UPDATE SKIP LOCKED
      ),
      leased AS (
        UPDATE ${table} SET
          version = version + 1,
          in_doubt = in_doubt OR in_hand,
          asked_at = CASE WHEN in_hand THEN due_at ELSE asked_at END,
          doubt_since = CASE WHEN in_hand THEN coalesce(doubt_since, hand_since) ELSE doubt_since END,
          in_hand = true,
          hand_since = $3,
          due_at = $2,
          state = CASE WHEN state IN ('hold', 'fix') THEN 'asking' ELSE state END
        FROM durable WHERE ctid = ANY (ARRAY(SELECT place FROM due)) RETURNING ${selected()}
      )
      SELECT leased.*, was_due FROM leased JOIN due USING (${KEY}) ORDER BY was_due, ${KEY}`;
}

/** Parameters: from, to, the source or null, the place before: at, source, lead; the limit. */
function list(table: string, decided: boolean): string {
  const [at] = listOrder(decided).split(', ');
  return `
      SELECT ${selected()} FROM ${table} WHERE ${decided ? DECIDED : OPEN}
      AND ${at} >= $1 AND ${at} < $2 AND ($3::text IS NULL OR source = $3)
      AND (${listOrder(decided)}) > ($4::bigint, $5::text, $6::text)
      ORDER BY ${listOrder(decided)} LIMIT $7`;
}

/** Selects the row of a lead, and that of its share's owner. Parameters: source, lead, digest. */
function standing(table: string, unless = ''): string {
  return `
      SELECT 'lead' AS what, ${selected()} FROM ${table}
      WHERE source = $1 AND lead_id = $2 ${unless}
      UNION ALL SELECT 'owner', ${selected()} FROM ${table}
      WHERE share_sha256 = ${digest(3)} AND owns_share ${unless}`;
}

/** Returns the statements of a ledger; each is one atomic step. */
export function postgresLedgerSql(table: string) {
  const about = aboutTable(table);
  const names = COLUMNS.map(({ name }) => name).join(', ');
  const places = COLUMNS.map(({ type }, index) => place(index + 1, type)).join(', ');
  const changes = SAVED_COLUMNS.map(
    ({ name, type }, index) => `${name} = ${place(index + 4, type)}`,
  ).join(', ');
  return {
    /** Parameter: the account. */
    claim: `UPDATE ${about} SET account = $1 WHERE account IS NULL`,
    about: `
      SELECT version, ledger_id, account, pruned_before,
        (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS clock_ms FROM ${about}`,
    get: `SELECT ${selected()} FROM ${table} WHERE source = $1 AND lead_id = $2`,
    acceptedBy: `SELECT ${KEY} FROM ${table} WHERE cdr_id = $1 AND state = 'accept'`,
    accepted: `
      SELECT cdr_id FROM ${table} WHERE state = 'accept'
      AND cdr_id IN (SELECT json_array_elements_text($1::json))`,
    /**
     * Says in one row or two what became of the lead: `added`, or whose row is in its way. No row if
     * that was committed only meanwhile: `standing` then sees it.
     */
    add: `${DURABLE}, added AS (
        INSERT INTO ${table} (${names}) SELECT ${places} FROM durable
        ON CONFLICT DO NOTHING RETURNING 1
      )
      ${standing(table, 'AND NOT EXISTS (SELECT FROM added)')}
      UNION ALL SELECT 'added', ${COLUMNS.map(() => 'NULL').join(', ')} FROM added`,
    standing: standing(table),
    /** Parameters: the lead's source and id, the version before, the columns except these two. */
    save: `${DURABLE}
      UPDATE ${table} SET ${changes} FROM durable
      WHERE source = $1 AND lead_id = $2 AND version = $3 RETURNING 1`,
    nextDue: `SELECT due_at FROM ${table} WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1`,
    /**
     * Parameters: the due instant, the new due instant, the instant of now, the place before: at,
     * source, lead; the limit.
     */
    lease: lease(
      table,
      `due_at <= $1 AND (${DUE_ORDER}) > ($4::bigint, $5::text, $6::text)
        ORDER BY ${DUE_ORDER} LIMIT $7`,
    ),
    /** Parameters: the due instant, the new due instant, the instant of now, the source, the lead. */
    leaseOne: lease(
      table,
      `coalesce(due_at, ${Number.MAX_SAFE_INTEGER}) <= $1 AND source = $4 AND lead_id = $5`,
    ),
    listOpen: list(table, false),
    listDecided: list(table, true),
    /** Parameter: the instant. */
    prunedBefore: `
      UPDATE ${about} SET pruned_before = greatest(coalesce(pruned_before, $1), $1)`,
    /**
     * Deletes rows that were made smaller before. Parameters: decided before, the same for rows without
     * a record, for accepted ones, the limit.
     */
    deletePruned: `
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE pruned AND state = 'accept'
        AND due_at IS NULL AND decided_at < least($1::bigint, $3::bigint)
        UNION ALL SELECT ctid FROM ${table} WHERE pruned AND state IN ('refuse', 'duplicate')
        AND due_at IS NULL AND decided_at < least($1::bigint, $2::bigint) LIMIT $4
      )) RETURNING 1`,
    /** Deletes or makes smaller the longest decided rows. Parameters: as before. */
    prune: `
      WITH old AS MATERIALIZED (
        SELECT ctid AS place,
          decided_at < CASE state WHEN 'accept' THEN $3::bigint ELSE $2::bigint END AS is_gone
        FROM ${table} WHERE ${DECIDED} AND due_at IS NULL AND decided_at < $1
        ORDER BY ${listOrder(true)} LIMIT $4
      ), deleted AS (
        DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT place FROM old WHERE is_gone)) RETURNING 1
      ), smaller AS (
        UPDATE ${table} SET ${PRUNED.join(', ')}, pruned = true
        WHERE ctid = ANY (ARRAY(SELECT place FROM old WHERE NOT is_gone)) RETURNING 1
      )
      SELECT 1 FROM deleted UNION ALL SELECT 1 FROM smaller`,
  };
}
