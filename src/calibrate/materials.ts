import { asRead } from '../options/as-read.ts';
import type { Issue } from '../options/issue.ts';
import { unknownOptions } from '../options/unknown-options.ts';
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
 * refused. In place of each token you can pass its share URL.
 */
export interface Materials {
  /** A record of the sender that is not rendered yet. */
  readonly pendingCdrId?: string | undefined;
  /** A record of the sender that was flagged invalid. */
  readonly invalidCdrId?: string | undefined;
  /** A share token of a Dev Mode capture. */
  readonly devModeToken?: string | undefined;
  /** An expired share token of a Dev Mode capture. */
  readonly expiredDevModeToken?: string | undefined;
  /** An expired share token of the sender. */
  readonly expiredToken?: string | undefined;
  /** A share token that the receiver has already used. */
  readonly receivedToken?: string | undefined;
  /** A share token that the receiver has already used, for a record flagged invalid afterwards. */
  readonly receivedInvalidToken?: string | undefined;
  /** An unused token of a record that the receiver got with another token. */
  readonly secondTokenOfAHeldRecord?: string | undefined;
  /** A receiver of the sender's webhooks. */
  readonly webhook?: WebhookMaterial | undefined;
}

const RECORD_NAMES = ['pendingCdrId', 'invalidCdrId'] as const;
const TOKEN_NAMES = [
  'devModeToken',
  'expiredDevModeToken',
  'expiredToken',
  'receivedToken',
  'receivedInvalidToken',
  'secondTokenOfAHeldRecord',
] as const;
const NAMES: readonly (keyof Materials)[] = [...RECORD_NAMES, ...TOKEN_NAMES, 'webhook'];

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
    const value = given[name];
    if (value === undefined || (isText(value) && tokenIn(value) !== undefined)) continue;
    refuse(name, 'expected a share token, or its share URL');
  }
  const { webhook } = given as { webhook?: { attempts?: unknown } };
  if (webhook !== undefined && typeof webhook?.attempts !== 'function') {
    refuse('webhook.attempts', 'expected a function');
  }
  return issues.map(({ path, message }) => ({ path: `materials.${path}`, message }));
}

/** Returns checked materials, with the token in place of each share URL. */
export function materialsOf(materials: Materials): Materials {
  const tokens = TOKEN_NAMES.flatMap((name) => {
    const token = tokenIn(materials[name] ?? '');
    return token === undefined || token === '' ? [] : [[name, token] as const];
  });
  return { ...asRead(materials), ...Object.fromEntries(tokens) };
}
