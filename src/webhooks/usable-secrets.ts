import { invalidInput } from '../errors/invalid-input-error.ts';
import { WebhookVerificationError } from '../errors/webhook-verification-error.ts';
import { isNoSecret } from './is-no-secret.ts';

/** The most secrets that one delivery is tried against; a rotation needs two. */
const SECRETS_MAX = 10;

/** Where the secret is read from when no options name it. */
export const SECRET_VARIABLE = 'CONSENT_EVIDENCE_WEBHOOK_SECRET';

/**
 * One secret, or a list of which any may have signed. What is no secret is left out: `undefined`,
 * nothing but white space, and the texts `'undefined'` and `'null'`.
 */
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
    if (text === undefined || text === null) continue;
    if (typeof text !== 'string') {
      throw invalidInput(
        'secret',
        'expected a string, a list of strings, or a function that returns one',
      );
    }
    if (!isNoSecret(text)) secrets.push({ index, text });
  }
  if (secrets.length === 0) {
    throw new WebhookVerificationError('no_secret', 'no signing secret is configured here', {
      hint: `the dashboard shows it next to the webhook URL; is ${SECRET_VARIABLE} set, or the variable that you pass?`,
    });
  }
  return secrets;
}
