// Fastify. Its JSON parser is removed in a scope that contains only the webhook's route.
import type { Server } from 'node:http';
import { toNodeHandler } from 'consent-evidence/webhooks';
import Fastify, { type FastifyInstance } from 'fastify';
import { createReceiver, type Env } from './receiver.ts';

export function createApp(env: Env): FastifyInstance {
  const app = Fastify();
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const raw = { parseAs: 'buffer', bodyLimit: 4 * 1024 * 1024 } as const;
    scope.addContentTypeParser('*', raw, (_request, body, done) => done(null, body));
    scope.post('/webhooks/cdr', toNodeHandler(createReceiver(env)));
  });
  return app;
}

export async function run(env: Env, port = 3000): Promise<Server> {
  const app = createApp(env);
  await app.listen({ port, host: '127.0.0.1' });
  return app.server;
}
