import type { Lead, LedgerEntry } from '../../../src/intake/index.ts';
import { keyOf } from '../../../src/intake/lead.ts';

/** Counts the decided leads that still have data in the storage that no open lead needs. */
export function notErased(
  entries: readonly LedgerEntry[],
  text: string,
  taken: ReadonlyMap<string, Lead>,
): number {
  const secretsOf = (entry: LedgerEntry): string[] => {
    const { shareUrl = '', phone = '', data } = taken.get(keyOf(entry)) ?? {};
    const { ours = '' } = (data ?? {}) as { ours?: string };
    return [shareUrl.split('/').at(-1) ?? '', phone, ours];
  };
  const needed = new Set(
    entries.filter(({ decidedAt }) => decidedAt === null).flatMap((entry) => secretsOf(entry)),
  );
  const isThere = (secret: string): boolean => !needed.has(secret) && text.includes(secret);
  return entries.filter(
    (entry) =>
      entry.decidedAt !== null && (entry.material !== null || secretsOf(entry).some(isThere)),
  ).length;
}
