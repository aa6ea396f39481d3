import type { FetchLike } from '../../src/platform.ts';
import type * as Undici from '../../src/undici/index.ts';
import { load } from '../harness/peers.ts';

/** The `fetch` of a client that sends by undici, over an agent as it comes. */
export async function overUndici(): Promise<FetchLike> {
  const { undiciFetch } = await load<typeof Undici>('consent-evidence/undici');
  const { Agent } = await load<{ Agent: new () => Undici.UndiciDispatcher }>('undici');
  return undiciFetch({ dispatcher: new Agent() });
}
