import { readFileSync } from 'node:fs';
import { letters } from '../ground/ids.ts';
import { demoSeed } from '../seed/demo.ts';
import { parseSeed } from '../seed/parse-seed.ts';
import type { Seed } from '../seed/seed.ts';
import { fileError } from './file-error.ts';
import { textOf } from './text-of.ts';

/** The default seed. Its keys are fixed, and give access to nothing but this world. */
const twoParties: Seed = {
  organizations: [
    { organizationId: 'producer', name: 'Producer', apiKey: 'producer.local-only' },
    { organizationId: 'buyer', name: 'Buyer', apiKey: 'buyer.local-only' },
  ],
};

/**
 * Reads the seed that `--seed` names, or returns the two parties.
 *
 * @throws InvalidInputError naming the flag, the file and the place in it.
 */
export function readSeed(name: string | undefined): Seed {
  if (name === undefined) return twoParties;
  if (name === 'demo') return demoSeed;
  try {
    // Synchronous: an asynchronous read starts a thread pool, which slows the start down.
    return parseSeed(textOf(readFileSync(name)));
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
