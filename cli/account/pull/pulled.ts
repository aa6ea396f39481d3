import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { parseJson } from '../../files/parse-json.ts';
import { readTextFile } from '../../files/read-file.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { ACCOUNT, type Entries, type LeftOut } from './entries-of.ts';
import type { KnownValues } from './pseudonyms.ts';

/** The fake's own receiver of webhooks. */
const SINK = 'https://sink.consent-evidence.example/';
const VERSION = 1;
const FILE_MAX_BYTES = 64 * 1024 * 1024;

/** What a run has so far. Nothing of a person is in it. */
export interface Pulled {
  readonly version: typeof VERSION;
  /** The account and the flags: a run continues only one with the same. */
  readonly asked: string;
  /** When it began, in Unix milliseconds: ages are measured from then. */
  readonly at: number;
  /** The key of the digests in `known`. */
  readonly key: string;
  readonly known: KnownValues;
  readonly entries: Entries[];
  readonly leftOut: Partial<Record<LeftOut, number>>;
}

/** The file beside the seed that an unfinished run leaves, readable only by its owner. */
const fileOf = (out: string): string => `${out}.pull`;

/**
 * Returns what an unfinished run of the same question has left, or the beginning of a new one.
 *
 * @throws InvalidInputError if it was another question, or another version of this command.
 */
export async function beginPulled(out: string, asked: string, now: number): Promise<Pulled> {
  const file = fileOf(out);
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    const key = randomBytes(32).toString('base64url');
    return { version: VERSION, asked, at: now, key, known: {}, entries: [], leftOut: {} };
  }
  const text = await readTextFile('--out', file, FILE_MAX_BYTES);
  const before = parseJson('--out', file, text) as Pulled | null;
  if (before?.version === VERSION && before.asked === asked) return before;
  const what = before?.version === VERSION ? 'other flags or another account' : 'another version';
  throw invalidInput('--out', `${file}: is of a run with ${what}; delete it to start over`);
}

/** Keeps what a run has so far. */
export async function keepPulled(out: string, pulled: Pulled): Promise<void> {
  await writeWhole(fileOf(out), [JSON.stringify(pulled)]);
}

/** Returns the seed of a finished run. */
function seedOf({ entries }: Pulled): object {
  const producers = [...new Set(entries.flatMap(({ producer }) => producer ?? []))].sort();
  const hasWebhook = entries.some(({ acknowledged }) => acknowledged);
  const captures = entries.map(({ capture }) => {
    const { delivery: _, ...rest } = capture;
    return hasWebhook ? capture : rest;
  });
  const keyOf = (organizationId: string): string => `${organizationId}.pulled-only`;
  return {
    version: 1,
    organizations: [
      {
        organizationId: ACCOUNT,
        name: 'Account',
        apiKey: keyOf(ACCOUNT),
        autoCollect: false,
        ...(hasWebhook && { webhook: { url: SINK } }),
      },
      ...producers.map((organizationId) => ({
        organizationId,
        name: organizationId,
        apiKey: keyOf(organizationId),
        autoCollect: false,
      })),
    ],
    captures,
    collects: entries.flatMap(({ collect }) => collect ?? []),
    shares: entries.flatMap(({ share }) => share ?? []),
  };
}

/** Writes the seed, and forgets the rest, so that nothing leads back from it. */
export async function finishPulled(out: string, pulled: Pulled): Promise<void> {
  await writeWhole(out, [`${JSON.stringify(seedOf(pulled), null, 1)}\n`]);
  await rm(fileOf(out), { force: true });
}
