import { asRead } from '../options/as-read.ts';
import type { Issue } from '../options/issue.ts';
import { unknownOptions } from '../options/unknown-options.ts';
import { type GivenToken, givenToken } from './given-token.ts';
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

const RECORD_NAMES = ['pendingCdrId', 'invalidCdrId'] as const;
const TOKEN_NAMES = ['expiredToken', 'receivedToken', 'secondTokenOfAHeldRecord'] as const;
const NAMES: readonly (keyof Materials)[] = [
  ...([...RECORD_NAMES, ...TOKEN_NAMES, 'devModeToken', 'webhook'] as const),
];

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Returns what is wrong with the materials that were passed in. */
export function materialIssues(materials: unknown): Issue[] {
  if (materials === undefined) return [];
  if (typeof materials !== 'object' || materials === null) {
    return [{ path: 'materials', message: 'expected an object' }];
  }
  const given = materials as Readonly<Record<string, unknown>>;
  const issues = unknownOptions(materials, NAMES);
  const refuse = (path: string, message: string) => issues.push({ path, message });
  for (const name of RECORD_NAMES) {
    if (given[name] === undefined || isText(given[name])) continue;
    refuse(name, 'expected a non-empty string');
  }
  for (const name of TOKEN_NAMES) {
    if (given[name] === undefined || givenToken(given[name]) !== undefined) continue;
    refuse(name, 'expected { token, cdrId }, a share token or its share URL with its record');
  }
  const { devModeToken } = given;
  if (devModeToken !== undefined && !(isText(devModeToken) && tokenIn(devModeToken))) {
    refuse('devModeToken', 'expected a share token, or its share URL');
  }
  const { webhook } = given as { webhook?: { attempts?: unknown } };
  if (webhook !== undefined && typeof webhook?.attempts !== 'function') {
    refuse('webhook.attempts', 'expected a function');
  }
  return issues.map(({ path, message }) => ({ path: `materials.${path}`, message }));
}

/** Returns checked materials, with the token in place of each share URL. */
export function materialsOf(materials: Materials): Materials {
  const read = asRead(materials);
  const tokens = TOKEN_NAMES.flatMap((name) => {
    const token = givenToken(read[name]);
    return token === undefined ? [] : [[name, token] as const];
  });
  const devModeToken = tokenIn(read.devModeToken ?? '');
  return { ...read, ...(devModeToken && { devModeToken }), ...Object.fromEntries(tokens) };
}
