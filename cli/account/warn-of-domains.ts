import type { ConsentEvidence } from '../../src/index.ts';
import { nearestName } from '../../src/options/nearest-name.ts';
import type { Work } from '../output/act.ts';
import { tell } from '../output/printable.ts';

/**
 * Warns about each `--domain` on which the account has no records. The service lists such a domain
 * as empty, so a typing error, or a sub-host in place of its base domain, would look like an answer.
 * Records may be yet to come, so it is no error.
 */
export async function warnOfDomains(
  { domains }: ConsentEvidence,
  named: readonly string[] | undefined,
  { signal, progress }: Work,
): Promise<void> {
  if (named === undefined) return;
  // If the list cannot be read, the command fails in a moment and says why.
  const held = await domains.list({ signal, maxRetries: 0 }).catch(() => undefined);
  if (held === undefined) return;
  progress.clear();
  for (const each of new Set(named)) {
    if (held.includes(each)) continue;
    const near = held.find((base) => each.endsWith(`.${base}`)) ?? nearestName(each, held);
    const meant = near === undefined ? '' : `; did you mean ${near}?`;
    tell(`warning: --domain ${each}: the account has no records on this domain${meant}`);
  }
}
