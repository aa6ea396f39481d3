// Hono, on any runtime: it exposes the platform's own request. On Workers, the whole program is
// `export default createApp(env)`.
import { Hono } from 'hono';
import { createReceiver, type Env } from './receiver.ts';

export function createApp(env: Env): Hono {
  const receive = createReceiver(env);
  const app = new Hono();
  app.post('/webhooks/cdr', (c) => receive(c.req.raw));
  return app;
}

export async function run(env: Env, request: Request): Promise<Response> {
  return createApp(env).fetch(request);
}
