import type { WireMethod } from '../transport/outgoing.ts';

/** Whose key a request sends; `nobody` sends no real key. */
export type Party = 'nobody' | 'sender' | 'receiver';

/** One request of a calibration. */
export interface Ask {
  readonly as: Party;
  readonly method: WireMethod;
  /** Percent-encoded, relative to the base URL. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** A made-up key; only for `nobody`. */
  readonly key?: string;
}

/** The prefix of every made-up identifier. No service has issued one that starts with it. */
export const MADE_UP = 'calibrate-no-such-thing';

/** Keys that no service has issued, with no, one and two dots. */
export const MADE_UP_KEYS = {
  noDot: `${MADE_UP}key`,
  oneDot: `${MADE_UP}.key`,
  twoDots: `${MADE_UP}.key.twice`,
} as const;

/** Returns a path with placeholders for its identifiers, for logs and the guard's messages. */
export function templateOf(path: string): string {
  const [route = ''] = path.split('?');
  return route
    .replace(/^(\/v1\/domains)\/[^/]+/, '$1/:domainId')
    .replace(/^(\/v1\/cdrs)\/[^/]+/, '$1/:cdrId')
    .replace(/^(\/v1\/shares)\/[^/]+/, '$1/:token');
}
