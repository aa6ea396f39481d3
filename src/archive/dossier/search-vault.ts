import type { WebAbortSignal } from '../../platform.ts';
import type { ArchiveProblem } from '../archive-report.ts';
import type { RecordLine } from '../manifest-line.ts';
import { manifestLog } from '../manifest-log.ts';
import { isLine, readManifest } from '../manifest-read.ts';
import { problemOf } from '../problem-of.ts';
import type { Vault } from '../vault.ts';
import { tenDigitsOf } from './dossier-options.ts';
import { recordIn } from './record-in.ts';

/** What to search for. */
export interface VaultQuery {
  /** Ten digits. */
  readonly digits: string;
  /** Keys of `customMetadata`. */
  readonly keys: readonly string[];
  readonly signal: WebAbortSignal | undefined;
  /** Called for each record that is missing or was changed. Such records are skipped. */
  readonly onProblem: (problem: ArchiveProblem) => void;
}

type Members = Readonly<Record<string, unknown>>;

const valuesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Whether a value is the number, in any usual spelling. */
const isNumber = (value: unknown, digits: string): boolean =>
  tenDigitsOf(typeof value === 'number' ? String(value) : value) === digits;

/** The key that holds the number; `undefined` if none does. */
function keyOf(cdr: Members, { digits, keys }: VaultQuery): string | undefined {
  const auto = (cdr['autoMetadata'] ?? {}) as Members;
  const custom = (cdr['customMetadata'] ?? {}) as Members;
  const stands = (value: unknown) => valuesOf(value).some((each) => isNumber(each, digits));
  if (stands(auto['phones'])) return 'phones';
  return keys.find((key) => (Object.hasOwn(custom, key) ? stands(custom[key]) : false));
}

async function keyIn(vault: Vault, line: RecordLine, query: VaultQuery) {
  try {
    return keyOf((await recordIn(vault, line)) as unknown as Members, query);
  } catch (error) {
    query.onProblem(problemOf(error, { cdrId: line.cdrId, path: line.record.path }, 'vault'));
    return undefined;
  }
}

/** Finds the records of an archive that hold the number, reading one at a time. */
export async function* searchVault(
  vault: Vault,
  query: VaultQuery,
): AsyncGenerator<{ line: RecordLine; key: string }> {
  for await (const read of readManifest(vault, manifestLog(vault))) {
    query.signal?.throwIfAborted();
    if (!isLine(read) || read.line === undefined || read.line.kind !== undefined) continue;
    const key = await keyIn(vault, read.line, query);
    if (key !== undefined) yield { line: read.line, key };
  }
}
