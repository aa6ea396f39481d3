import type { WireMethod } from '../transport/outgoing.ts';

/** In whose name a request is made; `nobody` sends no real key. */
export type Party = 'nobody' | 'sender' | 'receiver';

/** One request of a calibration. */
export interface Ask {
  readonly as: Party;
  readonly method: WireMethod;
  /** Percent-encoded, below the base address. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** A text goes as it stands, anything else as JSON. */
  readonly body?: unknown;
  /** A made-up key, for `nobody` alone. */
  readonly key?: string;
}

/** Begins every identifier that is made up: no service has given it out. */
export const MADE_UP = 'calibrate-no-such-thing';

/** Keys that no service has given out: of no, one and two dots. */
export const MADE_UP_KEYS = {
  noDot: `${MADE_UP}key`,
  oneDot: `${MADE_UP}.key`,
  twoDots: `${MADE_UP}.key.twice`,
} as const;

/** What tells two forms of a path apart, its identifiers left out: for logs and the guard's words. */
export function templateOf(path: string): string {
  const [route = ''] = path.split('?');
  return route
    .replace(/^(\/v1\/domains)\/[^/]+/, '$1/:domainId')
    .replace(/^(\/v1\/cdrs)\/[^/]+/, '$1/:cdrId')
    .replace(/^(\/v1\/shares)\/[^/]+/, '$1/:token');
}
