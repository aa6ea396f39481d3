// What a lead intake must still know when its process dies: which lead brought which share link, how
// many receives of it have begun without a known end, and what was decided. A table on one machine.
import { DatabaseSync } from 'node:sqlite';

export interface Lead {
  readonly id: string;
  readonly consentUrl: string;
  readonly phone: string;
}

export type Verdict =
  | { readonly verdict: 'accept'; readonly cdrId: string }
  | { readonly verdict: 'duplicate' | 'refuse' | 'hold' | 'fix'; readonly message: string };

export const DUPLICATE: Verdict = {
  verdict: 'duplicate',
  message: 'This lead, its share link or its consent record came before.',
};

interface Row {
  readonly lead: string;
  readonly token: string | null;
  readonly open: number;
  readonly verdict: string | null;
}

// One link, one lead; one record, one lead. A link is a credential: the file is the intake's alone.
const TABLE = `CREATE TABLE IF NOT EXISTS leads (
  id TEXT PRIMARY KEY, lead TEXT NOT NULL, token TEXT UNIQUE,
  open INTEGER NOT NULL DEFAULT 0, verdict TEXT, cdr_id TEXT UNIQUE)`;

export function openLedger(path: string) {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  database.exec(TABLE);
  const insert = database.prepare('INSERT OR IGNORE INTO leads (id, lead) VALUES (?, ?)');
  const find = database.prepare('SELECT lead, token, open, verdict FROM leads WHERE id = ?');
  const claim = database.prepare(
    'UPDATE OR IGNORE leads SET token = ? WHERE id = ? AND token IS NULL',
  );
  const count = database.prepare('UPDATE leads SET open = open + ? WHERE id = ?');
  const decide = database.prepare(
    'UPDATE OR IGNORE leads SET verdict = ?, cdr_id = ? WHERE id = ? AND verdict IS NULL',
  );
  const undecided = database.prepare('SELECT lead FROM leads WHERE verdict IS NULL');
  const rowOf = (id: string) => find.get(id) as unknown as Row;

  return {
    /** This lead's row, made before anything else; nothing where its id had another link or phone. */
    keep({ id, consentUrl, phone }: Lead) {
      const text = JSON.stringify({ id, consentUrl, phone });
      insert.run(id, text);
      const { lead, open, verdict } = rowOf(id);
      if (lead !== text) return undefined;
      return { mayBePaid: open > 0, verdict: JSON.parse(verdict ?? 'null') as Verdict | null };
    },
    /** Whether this token is this lead's, now or before. */
    claim(id: string, token: string): boolean {
      claim.run(token, id);
      return rowOf(id).token === token;
    },
    /** Before a receive: from here on it may be paid for. */
    begin: (id: string) => void count.run(1, id),
    /** After a receive that is known to have done nothing. */
    undo: (id: string) => void count.run(-1, id),
    /** Keeps a decision for good, and gives the one that stands. */
    settle(id: string, verdict: Verdict): Verdict {
      decide.run(JSON.stringify(verdict), verdict.verdict === 'accept' ? verdict.cdrId : null, id);
      const kept = rowOf(id).verdict;
      // Not kept: the record came with another lead, through another link.
      return kept === null ? this.settle(id, DUPLICATE) : (JSON.parse(kept) as Verdict);
    },
    /** The leads without a decision. */
    waiting: () => undecided.all().map(({ lead }) => JSON.parse(String(lead)) as Lead),
    close: () => database.close(),
  };
}
