import { membersOf } from '../answer.ts';
import { differs, type Finding, told } from '../finding.ts';
import { notMeasured } from '../not-measured.ts';
import type { Run } from '../run.ts';
import { pairsOf } from './common-pair.ts';
import { walkFiltered } from './walk-filtered.ts';

const TRIES_MAX = 8;

const inOtherCase = (key: string): string =>
  key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** Measures whether a metadata key is found in the other letter case. */
export async function keyCaseOf(run: Run): Promise<Finding<'exact' | 'folded'>> {
  const { entries } = run.account;
  const keys = new Set(
    entries.flatMap(({ members }) =>
      [members['customMetadata'], members['autoMetadata']].flatMap((each) =>
        Object.keys(membersOf(each) ?? {}),
      ),
    ),
  );
  const pairs = new Map(
    entries
      .flatMap((entry) =>
        pairsOf(entry, Infinity).map(([key, value]) => ({ domainId: entry.domainId, key, value })),
      )
      .filter(({ key, value }) => inOtherCase(key) !== key && value.trim() !== '')
      .filter(({ key }) => !keys.has(inOtherCase(key)))
      .map((each) => [JSON.stringify(each), each] as const),
  );
  const shortest = [...pairs.values()].sort(
    (a, b) => a.key.length + a.value.length - b.key.length - b.value.length,
  );
  for (const { domainId, key, value } of shortest.slice(0, TRIES_MAX)) {
    const query = { metadataKey: key, metadataValue: value };
    // Too long to index on this service.
    if ((await run.list(domainId, query)).data === undefined) continue;
    const found = await walkFiltered(run, domainId, key, value);
    if (found.length === 0) continue;
    const others = await walkFiltered(run, domainId, inOtherCase(key), value);
    if (others.length === 0) return told('exact');
    return others.length >= found.length ? told('folded') : differs(`${others.length} records`);
  }
  return notMeasured('no record of the sender is found by a key with letters');
}
