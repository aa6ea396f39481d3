// Express. The webhook's route comes before `express.json()`, because it needs the raw bytes.
import type { Server } from 'node:http';
import { toNodeHandler } from 'consent-evidence/webhooks';
import express, { type Express } from 'express';
import { createReceiver, type Env } from './receiver.ts';

export function createApp(env: Env): Express {
  const app = express();
  const raw = express.raw({ type: '*/*', limit: '4mb' });
  app.post('/webhooks/cdr', raw, toNodeHandler(createReceiver(env)));
  app.use(express.json()); // for your other routes
  return app;
}

export function run(env: Env, port = 3000): Server {
  return createApp(env).listen(port, '127.0.0.1');
}
