import { closeSync, openSync, readSync } from 'node:fs';
import { letters } from '../../mock/ground/ids.ts';
import { demoSeed } from '../../mock/seed/demo.ts';
import { parseSeed, SEED_MAX_CHARS } from '../../mock/seed/parse-seed.ts';
import type { Seed } from '../../mock/seed/seed.ts';
import { fileError } from '../files/file-error.ts';
import { textOf } from '../files/read-file.ts';

/**
 * The default seed. Its keys are fixed, and give access to nothing but this world. The producer pays
 * only for what it collects: otherwise each receive would be free, and code that pays twice would
 * pass every test.
 */
const twoParties: Seed = {
  organizations: [
    {
      organizationId: 'producer',
      name: 'Producer',
      autoCollect: false,
      apiKey: 'producer.local-only',
    },
    { organizationId: 'buyer', name: 'Buyer', apiKey: 'buyer.local-only' },
  ],
};

/** No character has more than three bytes in UTF-8, so a longer file is too long for a seed. */
const SEED_MAX_BYTES = 3 * SEED_MAX_CHARS;
const PIECE_BYTES = 64 * 1024;

/**
 * Reads a file, or a pipe or a device, which may never end. Synchronous: an asynchronous read starts a
 * thread pool, which slows the start down.
 */
function readUpTo(file: string, maxBytes: number): Uint8Array {
  const handle = openSync(file, 'r');
  try {
    const pieces: Uint8Array[] = [];
    let left = maxBytes;
    while (left > 0) {
      const piece = new Uint8Array(Math.min(left, PIECE_BYTES));
      const length = readSync(handle, piece);
      if (length === 0) return Buffer.concat(pieces);
      pieces.push(piece.subarray(0, length));
      left -= length;
    }
  } finally {
    closeSync(handle);
  }
  throw new Error(`expected a seed file of at most ${SEED_MAX_CHARS} characters`);
}

/**
 * Reads the seed that `--seed` names, or returns the two parties.
 *
 * @throws InvalidInputError naming the flag, the file and the place in it.
 */
export function readSeed(name: string | undefined): Seed {
  if (name === undefined) return twoParties;
  if (name === 'demo') return demoSeed;
  try {
    return parseSeed(textOf(readUpTo(name, SEED_MAX_BYTES + 1)));
  } catch (error) {
    throw fileError('--seed', name, error);
  }
}

/** Sends every organization's events to `url`, signed with its own secret or a generated one. */
export function withWebhook(seed: Seed, url: string | undefined, idSeed: string): Seed {
  if (url === undefined) return seed;
  const organizations = seed.organizations.map((organization) => {
    const material = `${idSeed} webhook ${organization.organizationId}`;
    const secret = organization.webhook?.secret ?? `whsec_${letters(material, 40)}`;
    return { ...organization, webhook: { url, secret } };
  });
  return { ...seed, organizations };
}
