import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { leadOf, leadWorld } from './support/lead-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'sqlite-backup-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a backup of the ledger in SQLite', () => {
  it('made by VACUUM INTO beside the program has every step until then, and can continue', async () => {
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const path = join(folder, 'leads.db');
    const ledger = sqliteLedger(path);
    const cdrId = capture();
    mock.addFault({ operation: 'shares.receive', phase: 'after', status: 503, times: 1 });
    const lead = leadOf('L-1', await share(cdrId));
    expect(await intakeOf(ledger).take(lead)).toMatchObject({ decision: 'hold' });
    expect(existsSync(`${path}-wal`)).toBe(true);

    const backup = join(folder, 'backup.db');
    const other = new DatabaseSync(path);
    other.exec(`VACUUM INTO '${backup}'`);
    other.close();
    ledger.close();
    await mock.clock.advance({ minutes: 1 });
    const restored = sqliteLedger(backup);
    expect(await intakeOf(restored).resume()).toMatchObject([{ decision: 'accept', cdrId }]);
    expect(paid()).toEqual([cdrId]);
    restored.close();
  });
});
