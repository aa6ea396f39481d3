// Cloudflare Workers. In `src/index.ts`, write `export default createWorker(envOf)`. An isolate
// remembers ids only while it lives: to keep them longer, give `createReceiver` a store of your own.
import type { WebhookHandler } from 'consent-evidence/webhooks';
import { createReceiver, type Env } from './receiver.ts';

/** @param envOf builds what the receiver needs from the Worker's bindings. */
export function createWorker<Bindings>(envOf: (bindings: Bindings) => Env) {
  // The bindings come with each request, so the receiver is created on the first one.
  let receive: WebhookHandler | undefined;
  return {
    fetch(request: Request, bindings: Bindings): Promise<Response> {
      receive ??= createReceiver(envOf(bindings));
      return receive(request);
    },
  };
}

export async function run(env: Env, request: Request): Promise<Response> {
  return createWorker(() => env).fetch(request, {});
}
