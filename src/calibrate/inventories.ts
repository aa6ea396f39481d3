import {
  type Account,
  type AskService,
  type Entry,
  inventoryOf,
  newestIn,
  readAccount,
} from './account.ts';
import { CalibrationError } from './calibration-error.ts';
import type { InventoryResult } from './report.ts';
import { isNotMeasured } from './run.ts';

/** What both organizations held when the run started. */
export interface Accounts {
  readonly sender: Account;
  readonly receiver: Account;
}

async function readBoth(ask: AskService, maxRecords: number): Promise<Accounts> {
  const sender = await readAccount(ask, 'sender', maxRecords);
  return { sender, receiver: await readAccount(ask, 'receiver', maxRecords) };
}

async function readFirst(ask: AskService, maxRecords: number): Promise<Accounts> {
  try {
    return await readBoth(ask, maxRecords);
  } catch (error) {
    if (!isNotMeasured(error)) throw error;
    const why = `${error.message}, so nothing else was sent; is its key right?`;
    throw new CalibrationError('refused', why);
  }
}

const idsOf = ({ entries }: Account): string => entries.map(({ cdrId }) => cdrId).join();

/** Reads both accounts. If both hold exactly the same records, the clients share one organization. */
export async function readAccounts(ask: AskService, maxRecords: number): Promise<Accounts> {
  const accounts = await readFirst(ask, maxRecords);
  const { sender, receiver } = accounts;
  if (sender.entries.length === 0 || idsOf(sender) !== idsOf(receiver)) return accounts;
  const message =
    'sender and receiver hold the same records: their keys belong to one organization';
  throw new CalibrationError('one_organization', message);
}

/**
 * Returns the account up to the record at which a walk of it ended early. Records that arrive during
 * the run move that end.
 */
function upTo(account: Account, domains: readonly string[], end: Entry | undefined): Account {
  if (end === undefined) return account;
  const last = domains.indexOf(end.domainId);
  const entries = account.entries.filter(({ domainId, createdAt }) => {
    const place = domains.indexOf(domainId);
    return place < last || (place === last && createdAt > end.createdAt);
  });
  return { ...account, entries };
}

const earlyEndOf = ({ complete, entries }: Account): Entry | undefined =>
  complete ? undefined : entries.at(-1);

function resultOf(before: Account, after: Account): InventoryResult {
  const newest = newestIn(before);
  const ends = [before, after].map(earlyEndOf);
  const counted = (account: Account) => {
    const walked = ends.reduce((left, end) => upTo(left, after.domains, end), account);
    return inventoryOf(walked, newest);
  };
  const complete = before.complete && after.complete;
  return { before: counted(before), after: counted(after), complete };
}

/**
 * Counts both accounts again.
 *
 * @throws NotMeasured if one of them cannot be read.
 */
export async function compareAccounts(
  ask: AskService,
  before: Accounts,
  maxRecords: number,
): Promise<Record<keyof Accounts, InventoryResult>> {
  const after = await readBoth(ask, maxRecords);
  return {
    sender: resultOf(before.sender, after.sender),
    receiver: resultOf(before.receiver, after.receiver),
  };
}

/** Lists what changed, such as `receiver: records 3, then 4`. */
export function changesIn(results: Record<keyof Accounts, InventoryResult>): string[] {
  return (['sender', 'receiver'] as const).flatMap((as) => {
    const { before, after } = results[as];
    return (['domains', 'records', 'collected'] as const).flatMap((what) =>
      after[what] === before[what] ? [] : [`${as}: ${what} ${before[what]}, then ${after[what]}`],
    );
  });
}
