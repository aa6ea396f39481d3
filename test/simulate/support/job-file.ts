import { DatabaseSync } from 'node:sqlite';
import type { InboxRecord, WebhookInbox } from '../../../src/webhooks/index.ts';
import { prepareSqlite, sqliteInbox } from '../../../src/webhooks/sqlite.ts';

/** A job as its worker gets it. */
export interface Job {
  readonly id: number;
  readonly cdrId: string;
  /** What brought it: the event, or `reconcile`. */
  readonly via: string;
  /** The number of the attempt. */
  readonly attempt: number;
}

/** An inbox, and the queue that it fills in the same transaction. */
export interface JobFile extends WebhookInbox {
  /** Leases the jobs that are due for five minutes. */
  lease(now: number): Promise<Job[]>;
  /** Removes a job and does its work in the same step, unless the job is gone already. */
  finish(job: Job, work: () => void): Promise<void>;
  /** Returns a job to the queue until that instant. */
  postpone(job: Job, until: number): Promise<void>;
  /** First half of a `take` in two steps: only the note. */
  note(record: InboxRecord): Promise<'new' | 'known'>;
  /** Second half: only the job. */
  add(record: InboxRecord): Promise<void>;
  close(): void;
}

const LEASE_MS = 300_000;

/** One SQLite file with an inbox and a queue. Only the inbox prevents a second job for a record. */
export function jobFile(): JobFile {
  const database = new DatabaseSync(':memory:');
  prepareSqlite(database);
  database.exec(`
    CREATE TABLE jobs (
      id INTEGER PRIMARY KEY, cdr_id TEXT NOT NULL, via TEXT NOT NULL,
      attempt INTEGER NOT NULL DEFAULT 1, due_at INTEGER NOT NULL DEFAULT 0
    ) STRICT`);
  const add = database.prepare('INSERT INTO jobs (cdr_id, via) VALUES (?, ?)');
  const lease = database.prepare(
    'UPDATE jobs SET due_at = ? WHERE due_at <= ? RETURNING id, cdr_id AS cdrId, via, attempt',
  );
  const finish = database.prepare('DELETE FROM jobs WHERE id = ? RETURNING 1');
  const postpone = database.prepare('UPDATE jobs SET attempt = ?, due_at = ? WHERE id = ?');
  const notes = sqliteInbox(database, { enqueue: () => undefined });
  return {
    ...sqliteInbox(database, { enqueue: (_tx, { cdrId, via }) => add.run(cdrId, via) }),
    lease: async (now) => lease.all(now + LEASE_MS, now) as unknown as Job[],
    async finish({ id }, work) {
      if (finish.all(id).length > 0) work();
    },
    async postpone({ id, attempt }, until) {
      postpone.run(attempt + 1, until, id);
    },
    note: (record) => notes.take(record),
    async add({ cdrId, via }) {
      add.run(cdrId, via);
    },
    close: () => database.close(),
  };
}
