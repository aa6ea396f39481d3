import { readFileSync } from 'node:fs';
import { letters } from '../ground/ids.ts';
import { demoSeed } from '../seed/demo.ts';
import { parseSeed } from '../seed/parse-seed.ts';
import type { Seed } from '../seed/seed.ts';
import { fileError } from './file-error.ts';

/** What there is to begin with: keys that stay as they are open nothing but this world. */
const twoParties: Seed = {
  organizations: [
    { organizationId: 'producer', name: 'Producer', apiKey: 'producer.local-only' },
    { organizationId: 'buyer', name: 'Buyer', apiKey: 'buyer.local-only' },
  ],
};

/**
 * The seed that `--seed` names, or the two parties.
 *
 * @throws InvalidInputError naming the flag, the file and the place in it.
 */
export function readSeed(name: string | undefined): Seed {
  if (name === undefined) return twoParties;
  if (name === 'demo') return demoSeed;
  try {
    // Read at once: the first read that waits starts a pool of threads, which takes a start longer.
    return parseSeed(readFileSync(name, 'utf8'));
  } catch (error) {
    throw fileError('--seed', name, error);
  }
}

/** Sends every organization's events to `url`, signed with its own secret or one made for it. */
export function withWebhook(seed: Seed, url: string | undefined, idSeed: string): Seed {
  if (url === undefined) return seed;
  const organizations = seed.organizations.map((organization) => {
    const material = `${idSeed} webhook ${organization.organizationId}`;
    const secret = organization.webhook?.secret ?? `whsec_${letters(material, 40)}`;
    return { ...organization, webhook: { url, secret } };
  });
  return { ...seed, organizations };
}
