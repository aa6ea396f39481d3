import { listedNames } from '../contract/listed-names.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import type { ArchiveClient } from './archive-client.ts';
import type { ArchiveProblem } from './archive-report.ts';

/** Returns the domains of the account. One that cannot be asked for is a problem of that domain. */
export async function listDomains(
  client: ArchiveClient,
  signal: WebAbortSignal | undefined,
  tell: (problem: ArchiveProblem) => void,
): Promise<readonly string[]> {
  const { names, odd } = listedNames(await client.domains.list({ signal }));
  for (const { name, message } of odd) tell({ kind: 'list', domainId: name, message });
  return names;
}
