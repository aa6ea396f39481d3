import { type Account, type Entry, newestIn } from './account.ts';

/** Returns the entries of one domain without those that arrived after the account was read. */
export function withoutNew({ entries }: Account, given: readonly Entry[]): Entry[] {
  const [first] = given;
  const newest = newestIn({ entries: entries.filter((each) => each.domainId === first?.domainId) });
  return given.filter(({ createdAt }) => createdAt <= newest);
}

/** Whether no instant is later than the one before it: newest first. */
export const descends = (instants: readonly number[]): boolean =>
  instants.every((each, index) => each <= (instants[index - 1] ?? each));

/**
 * Returns whether two pages begin with the same records. New ones are left out, because they push
 * others off the later page; `undefined` if nothing else is on a page that is not empty.
 */
export function beginAlike(
  account: Account,
  one: readonly Entry[],
  other: readonly Entry[],
): boolean | undefined {
  const [left, right] = [one, other].map((page) => withoutNew(account, page));
  const count = Math.min(left?.length ?? 0, right?.length ?? 0);
  if (count === 0)
    return one.length > 0 && other.length > 0 ? undefined : one.length === other.length;
  const idsOf = (page: readonly Entry[] = []): string =>
    page
      .slice(0, count)
      .map(({ cdrId }) => cdrId)
      .join();
  return idsOf(left) === idsOf(right);
}
