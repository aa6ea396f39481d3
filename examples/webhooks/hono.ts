// Hono, on any runtime: its request is the platform's own. On Workers `export default createApp(env)`
// is the whole program.
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
