import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ProvableRule } from './rule.ts';

/** Where `npm run conformance:proof` writes down the rows that it saw turn red. */
export const PROVED = new URL('./proved.json', import.meta.url);

/** Names a proof by its title and its mutation: whoever changes either has to prove it again. */
export function proofIdOf({ proof, mutation }: ProvableRule): string {
  return createHash('sha256')
    .update(JSON.stringify([proof, mutation]))
    .digest('hex')
    .slice(0, 16);
}

/** The proofs that the last whole run saw turn red. */
export function provedIds(): ReadonlySet<string> {
  return new Set(JSON.parse(readFileSync(PROVED, 'utf8')) as string[]);
}
