import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { LeadIntakeOptions } from '../../../src/intake/index.ts';
import { type SqliteDatabase, sqliteLedger } from '../../../src/intake/sqlite.ts';
import { leadOf, leadWorld, OTHER_PHONE } from '../../intake/support/lead-world.ts';

/** Makes a folder that is gone after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-leads-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes the intake of a program, on the ledger in a file, and a way to open another one on it. */
export function leadsFile(account = '') {
  const world = leadWorld();
  const file = path.join(newFolder(), 'leads.db');
  const open = (options: Partial<LeadIntakeOptions<SqliteDatabase>> = {}) => {
    const ledger = sqliteLedger(file);
    onTestFinished(() => ledger.close());
    return world.intakeOf<SqliteDatabase>(ledger, { account, ...options });
  };
  return { ...world, file, open, intake: open() };
}

/**
 * Takes a lead of each kind: accepted, a duplicate of it, refused, held for the next attempt, and held
 * for a person. All but the first have the source `brightside`.
 */
export async function takeOfEachKind({
  intake,
  mock,
  share,
  capture,
}: ReturnType<typeof leadsFile>) {
  const source = 'brightside';
  const link = (): Promise<string> => share(capture());
  await intake.take({ ...leadOf('D', await link()), source });
  const linkOfP = await link();
  mock.addFault({ operation: 'shares.receive', phase: 'before', drop: true });
  await intake.take({ ...leadOf('P', linkOfP), source, data: { campaign: 7 } });
  await mock.clock.advance({ hours: 73 });
  mock.addFault({ operation: 'shares.receive', code: 'GONE' });
  await intake.resume();
  const linkOfA = await link();
  await intake.take(leadOf('A', linkOfA));
  await intake.take({ ...leadOf('A', linkOfA), source });
  await intake.take({ ...leadOf('B', await link(), OTHER_PHONE), source });
  mock.addFault({ operation: 'shares.receive', phase: 'before', status: 503 });
  await intake.take({ ...leadOf('H', await link()), source });
  return { linkOfP, source };
}
