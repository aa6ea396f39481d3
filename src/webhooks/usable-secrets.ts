import { invalidInput } from '../errors/invalid-input-error.ts';
import { WebhookVerificationError } from '../errors/webhook-verification-error.ts';

/** The most secrets that one delivery is tried against; a rotation needs two. */
const SECRETS_MAX = 10;

/** One secret, or a list of which any may have signed. What is empty or `undefined` is left out. */
export type WebhookSecretValue = string | readonly (string | undefined)[] | undefined;

/**
 * The signing secret of the dashboard: a string, a list for a rotation (at most 10), or a function
 * giving either, which is asked for each delivery. Where nothing is left of it, every delivery is
 * refused with `no_secret`: an environment variable that is not set must not open the door.
 */
export type WebhookSecret =
  | WebhookSecretValue
  | (() => WebhookSecretValue | Promise<WebhookSecretValue>);

/** A secret and its place in the list that was handed in. */
export interface IndexedSecret {
  readonly index: number;
  readonly text: string;
}

/** The secrets to try, in the order they were given. */
export function usableSecrets(value: unknown): readonly IndexedSecret[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > SECRETS_MAX) {
    throw invalidInput('secret', `expected at most ${SECRETS_MAX} secrets`);
  }
  const secrets: IndexedSecret[] = [];
  for (const [index, text] of list.entries()) {
    // HMAC takes an empty key without complaint, and anybody can sign with that one.
    if (text === undefined || text === null || text === '') continue;
    if (typeof text !== 'string') {
      throw invalidInput(
        'secret',
        'expected a string, a list of strings, or a function giving one',
      );
    }
    secrets.push({ index, text });
  }
  if (secrets.length === 0) {
    throw new WebhookVerificationError('no_secret', 'no signing secret is configured here', {
      hint: 'the dashboard shows it beside the webhook URL; is its environment variable set?',
    });
  }
  return secrets;
}
