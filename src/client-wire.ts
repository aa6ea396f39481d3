import type { Clock } from './clock.ts';
import type { BaseUrl } from './transport/base-url.ts';
import type { Send } from './transport/outgoing.ts';

/** What a client sends by, for who has to see answers as they came: status, headers and body. */
export interface ClientWire {
  readonly send: Send;
  readonly clock: Clock;
  /** Refuses where there is none. */
  readonly baseUrl: () => BaseUrl;
}

const wires = new WeakMap<object, ClientWire>();

/** Keeps what a new client sends by. */
export function keepWire(client: object, wire: ClientWire): void {
  wires.set(client, wire);
}

/** What this client sends by; `undefined` for what is no client of this copy of the package. */
export function wireOf(client: unknown): ClientWire | undefined {
  return typeof client === 'object' && client !== null ? wires.get(client) : undefined;
}
