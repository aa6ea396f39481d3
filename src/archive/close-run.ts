import type { ArchiveSettings } from './archive-options.ts';
import type { ArchiveProblem } from './archive-report.ts';
import type { ArchivedFile, NewLine } from './manifest-line.ts';
import type { Append, Appender } from './manifest-writer.ts';
import type { ManifestState } from './open-manifest.ts';
import { problemOf } from './problem-of.ts';
import { signedBytes, tokenProblem } from './seal.ts';
import { storeFile } from './store-file.ts';
import type { Vault } from './vault.ts';

/** An authority that does not respond must not block a run. */
const TIMESTAMP_TIMEOUT_MS = 60_000;

type SealSettings = Pick<ArchiveSettings, 'vault' | 'sign' | 'timestamp' | 'clock'>;

/** Limits `work` in real time, as for the attempts of a call: a stopped clock would never end it. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`the timestamp function took longer than ${TIMESTAMP_TIMEOUT_MS} ms`));
    }, TIMESTAMP_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Stores the files of one seal. They are named by the number of the seal, not of the line: files of a run
 * that was killed before their line then have the names of the next seal, whose line lists them.
 */
function sealFiles(vault: Vault, number: number) {
  const name = `seals/${String(number).padStart(8, '0')}`;
  const aside: ArchivedFile[] = [];
  const keep = async (
    extension: string,
    bytes: Uint8Array,
    contentType: string,
  ): Promise<ArchivedFile> => {
    const path = `${name}.${extension}`;
    const stored = await storeFile(vault, { path, bytes, contentType });
    aside.push(...stored.aside);
    return stored.file;
  };
  return { aside, keep };
}

/** Gets a token from the caller's function. @throws if it returns none for this head. */
async function tokenOf(
  timestamp: NonNullable<SealSettings['timestamp']>,
  head: string,
): Promise<Uint8Array> {
  const token = await inTime((async () => timestamp(head))());
  const problem = tokenProblem(token, head);
  if (problem !== undefined) throw new Error(`the timestamp function: ${problem}`);
  return token;
}

/** Whether the last line is a seal that has everything the settings ask for. */
export function isSealed(
  { sign, timestamp }: Pick<SealSettings, 'sign' | 'timestamp'>,
  { seal, lines }: ManifestState,
): boolean {
  if (lines === 0 || (sign === undefined && timestamp === undefined)) return true;
  if (seal === undefined) return false;
  const isSigned = sign === undefined || seal.keyId === sign.keyId;
  return isSigned && (timestamp === undefined || seal.timestamp !== undefined);
}

/**
 * Closes a run: signs the SHA-256 of the last line, gets a time stamp for it, and chains a seal line.
 * Returns what failed; the next run tries again. If only the time stamp fails, the signature is kept.
 */
export async function closeRun(
  settings: SealSettings,
  appender: Appender,
): Promise<ArchiveProblem | undefined> {
  if (settings.sign === undefined && settings.timestamp === undefined) return undefined;
  // Until the seal is there, no other process may append: it is of the line before it.
  return appender
    .inTurn((append) => sealIn(settings, appender.state, append))
    .catch((error: unknown) => problemOf(error, {}, 'seal'));
}

async function sealIn(
  settings: SealSettings,
  state: ManifestState,
  append: Append,
): Promise<ArchiveProblem | undefined> {
  if (isSealed(settings, state)) return undefined;
  const { vault, sign, timestamp, clock } = settings;
  const { head } = state;
  let problem: ArchiveProblem | undefined;
  try {
    const { aside, keep } = sealFiles(vault, state.seals + 1);
    const token = await (timestamp && tokenOf(timestamp, head))?.catch((error: unknown) => {
      problem = problemOf(error, {}, 'seal');
      return undefined;
    });
    if (sign === undefined && token === undefined) return problem;
    const line: NewLine = {
      kind: 'seal',
      at: clock.now(),
      head: await keep('head', signedBytes(head), 'text/plain'),
      ...(sign && {
        keyId: sign.keyId,
        signature: await keep('sig', sign.of(head), 'application/octet-stream'),
      }),
      ...(token && { timestamp: await keep('tsr', token, 'application/timestamp-reply') }),
      ...(aside.length > 0 && { aside }),
    };
    await append([line]);
    return problem;
  } catch (error) {
    return problemOf(error, {}, 'seal');
  }
}
