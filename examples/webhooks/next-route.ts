// Next.js, app router. In `app/webhooks/cdr/route.ts`, write
// `export const { POST } = createRoute(env)`: a route handler takes a `Request` and parses nothing.
import type { WebhookHandler } from 'consent-evidence/webhooks';
import { createReceiver, type Env } from './receiver.ts';

export function createRoute(env: Env): { POST: WebhookHandler } {
  return { POST: createReceiver(env) };
}

export async function run(env: Env, request: Request): Promise<Response> {
  return createRoute(env).POST(request);
}
