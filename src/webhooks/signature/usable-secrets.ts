import { invalidInput } from '../../errors/invalid-input-error.ts';
import { WebhookVerificationError } from '../../errors/webhook-verification-error.ts';
import { isNoValue } from '../../options/is-no-value.ts';

/** The most secrets that one delivery is checked against; a rotation needs two. */
const SECRETS_MAX = 10;

/** The variable that the secret is read from if the options have no `secret`. */
export const SECRET_VARIABLE = 'CONSENT_EVIDENCE_WEBHOOK_SECRET';

/**
 * One secret, or a list of which any may have signed. Values that are not secrets are ignored:
 * `undefined`, only white space, and texts that mean no value, such as `'undefined'`, `'null'` and
 * `'{{secret}}'`: anyone can sign with those.
 */
export type WebhookSecretValue = string | readonly (string | undefined)[] | undefined;

/**
 * The signing secret from the dashboard: a string, a list for a rotation (at most 10), or a
 * function that returns either and is called for each delivery. If no secret is left, every
 * delivery is refused with `no_secret`: an unset environment variable must not disable
 * verification.
 */
export type WebhookSecret =
  | WebhookSecretValue
  | (() => WebhookSecretValue | Promise<WebhookSecretValue>);

/** A secret and its index in the list that was passed. */
export interface IndexedSecret {
  readonly index: number;
  readonly text: string;
}

/** Returns the secrets to try, in the given order. */
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
    if (!isNoValue(text)) secrets.push({ index, text });
  }
  if (secrets.length === 0) {
    throw new WebhookVerificationError('no_secret', 'no signing secret is configured here', {
      hint: `the dashboard shows it next to the webhook URL; is ${SECRET_VARIABLE} set, or the variable that you pass?`,
    });
  }
  return secrets;
}
