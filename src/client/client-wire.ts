import type { Clock } from '../platform/clock.ts';
import type { BaseUrl } from '../transport/base-url.ts';
import type { Send } from '../transport/outgoing.ts';

/** What a client sends with, for code that needs raw answers: status, headers and body. */
export interface ClientWire {
  readonly send: Send;
  readonly clock: Clock;
  /** Throws if there is none. */
  readonly baseUrl: () => BaseUrl;
}

/** A member, so that it is found through a `Proxy` too; of this copy of the package alone. */
const WIRE = Symbol('consent-evidence.wire');

/** Registers what a new client sends with. */
export function keepWire(client: object, wire: ClientWire): void {
  Object.defineProperty(client, WIRE, { value: wire, configurable: true, writable: true });
}

/**
 * Returns what a client sends with; `undefined` if it is not a client of this copy of the package.
 */
export function wireOf(client: unknown): ClientWire | undefined {
  if (typeof client !== 'object' || client === null) return undefined;
  return (client as { [WIRE]?: ClientWire })[WIRE];
}
