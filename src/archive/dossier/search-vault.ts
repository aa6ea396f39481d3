import { normalizePhone } from '../../acceptance/normalize-phone.ts';
import type { WebAbortSignal } from '../../platform/platform.ts';
import { isAccountName } from '../account.ts';
import type { ArchiveProblem } from '../archive-report.ts';
import type { RecordLine } from '../manifest-line.ts';
import { manifestLog } from '../manifest-log.ts';
import { NO_MANIFEST, recordLines } from '../manifest-records.ts';
import type { ManifestFault } from '../open-manifest.ts';
import { problemOf } from '../problem-of.ts';
import type { Vault } from '../vault.ts';
import { recordIn } from './record-in.ts';

/** What to search for. */
export interface VaultQuery {
  /** Ten digits. */
  readonly digits: string;
  /** Keys of `customMetadata`. */
  readonly keys: readonly string[];
  /** Gets the name of each account that a record of the archive was read with. */
  readonly accounts: Set<string>;
  /** Whether a record is wanted even if it does not hold the number. */
  readonly isWanted: (cdrId: string) => boolean;
  readonly signal: WebAbortSignal | undefined;
  /**
   * Called for each record that is missing or was changed, which is skipped, and for each place where
   * the manifest was changed or cut, which may have been a record.
   */
  readonly onProblem: (problem: ArchiveProblem) => void;
}

type Members = Readonly<Record<string, unknown>>;

const valuesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Whether a value is the number, in any usual spelling. */
const isNumber = (value: unknown, digits: string): boolean =>
  normalizePhone(typeof value === 'number' ? String(value) : (value as string)) === digits;

/** The key that holds the number; `undefined` if none does. */
function keyOf(cdr: Members, { digits, keys }: VaultQuery): string | undefined {
  const auto = (cdr['autoMetadata'] ?? {}) as Members;
  const custom = (cdr['customMetadata'] ?? {}) as Members;
  const stands = (value: unknown) => valuesOf(value).some((each) => isNumber(each, digits));
  if (stands(auto['phones'])) return 'phones';
  return keys.find((key) => (Object.hasOwn(custom, key) ? stands(custom[key]) : false));
}

/** A record of the archive that is missing or was changed. */
export function archiveProblem(error: unknown, cdrId: string): ArchiveProblem {
  const problem = problemOf(error, { cdrId }, 'vault');
  return { ...problem, message: `in the archive, ${problem.message}` };
}

async function read(vault: Vault, line: RecordLine, { onProblem }: VaultQuery) {
  try {
    return (await recordIn(vault, line)) as unknown as Members;
  } catch (error) {
    onProblem(archiveProblem(error, line.cdrId));
    return undefined;
  }
}

/**
 * Finds the records of an archive that hold the number or are wanted, reading one at a time.
 *
 * @throws an `Error` if there is no archive.
 */
export async function* searchVault(
  vault: Vault,
  query: VaultQuery,
): AsyncGenerator<{ line: RecordLine; key: string | undefined }> {
  if ((await manifestLog(vault).parts()).length === 0) {
    throw new Error(`in the archive, ${NO_MANIFEST}`);
  }
  const onFault = ({ message, ...fault }: ManifestFault) =>
    query.onProblem({ ...fault, message: `in the archive, ${fault.path}: ${message}` });
  for await (const line of recordLines(vault, onFault, onFault)) {
    query.signal?.throwIfAborted();
    const cdr = await read(vault, line, query);
    if (cdr === undefined) continue;
    if (isAccountName(cdr['organizationName'])) query.accounts.add(cdr['organizationName']);
    const key = keyOf(cdr, query);
    if (key !== undefined || query.isWanted(line.cdrId)) yield { line, key };
  }
}
