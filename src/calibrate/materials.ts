import { kindOf, nonEmptyText, objectWith } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import { type GivenToken, givenToken, givenTokenKind } from './given-token.ts';
import { tokenIn } from './token-in.ts';

/** One attempt of a delivery, as the caller's webhook receiver saw it. */
export interface WebhookAttempt {
  /** When it arrived: Unix milliseconds, by the receiver's clock. */
  readonly at: number;
  /** The value of `X-SVC-Webhook-Id`. */
  readonly headerId: string | null;
  /** The body, exactly as received. */
  readonly body: string;
}

/**
 * Your own webhook receiver, at the URL that the sender has set in the dashboard. It must respond with
 * 500 until the run is over, so that the service retries (spec §6.3).
 */
export interface WebhookMaterial {
  /** All attempts so far, oldest first. Called repeatedly while the run waits. */
  readonly attempts: () => readonly WebhookAttempt[] | Promise<readonly WebhookAttempt[]>;
}

/**
 * What a calibration cannot create with requests. All are optional, and none can cause a charge:
 * records are read and shared for 60 seconds, and tokens are received with criteria that must be
 * refused, if the sender captured and paid for their record. In place of each token you can pass its
 * share URL.
 */
export interface Materials {
  /** A record of the sender that is not rendered yet. */
  readonly pendingCdrId?: string | undefined;
  /** A record of the sender that was flagged invalid. */
  readonly invalidCdrId?: string | undefined;
  /** A share token of a Dev Mode capture. Only its redirect is opened; it is never received. */
  readonly devModeToken?: string | undefined;
  /** An expired share token of the sender. */
  readonly expiredToken?: GivenToken | undefined;
  /** A share token that the receiver has already used. */
  readonly receivedToken?: GivenToken | undefined;
  /** An unused token of a record that the receiver got with another token. */
  readonly secondTokenOfAHeldRecord?: GivenToken | undefined;
  /** A receiver of the sender's webhooks. */
  readonly webhook?: WebhookMaterial | undefined;
}

const TOKEN_NAMES = ['expiredToken', 'receivedToken', 'secondTokenOfAHeldRecord'] as const;

export const MATERIALS = (): OptionTable<Materials> => ({
  pendingCdrId: nonEmptyText,
  invalidCdrId: nonEmptyText,
  devModeToken: kindOf(
    'a share token, or its share URL',
    (value) => typeof value === 'string' && value !== '' && tokenIn(value) !== undefined,
  ),
  expiredToken: givenTokenKind(),
  receivedToken: givenTokenKind(),
  secondTokenOfAHeldRecord: givenTokenKind(),
  webhook: objectWith('an object with attempts()', 'attempts'),
});

/** Returns checked materials, with the token in place of each share URL. */
export function materialsOf(read: Materials): Materials {
  const tokens = TOKEN_NAMES.flatMap((name) => {
    const token = givenToken(read[name]);
    return token === undefined ? [] : [[name, token] as const];
  });
  const devModeToken = tokenIn(read.devModeToken ?? '');
  return { ...read, ...(devModeToken && { devModeToken }), ...Object.fromEntries(tokens) };
}
