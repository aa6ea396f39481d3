import type { FetchLike } from '../../src/platform/platform.ts';
import type * as Undici from '../../src/undici/index.ts';
import { load } from '../harness/peers.ts';

/** Makes the `fetch` of a client that uses undici, with a default agent. */
export async function overUndici(): Promise<FetchLike> {
  const { undiciFetch } = await load<typeof Undici>('consent-evidence/undici');
  const { Agent } = await load<{ Agent: new () => Undici.UndiciDispatcher }>('undici');
  return undiciFetch({ dispatcher: new Agent() });
}
