import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from 'consent-evidence/webhooks';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as lambda from '../../examples/webhooks/aws-lambda.ts';
import * as expressRecipe from '../../examples/webhooks/express.ts';
import * as fastifyRecipe from '../../examples/webhooks/fastify.ts';
import * as honoRecipe from '../../examples/webhooks/hono.ts';
import * as next from '../../examples/webhooks/next-route.ts';
import * as nodeHttp from '../../examples/webhooks/node-http.ts';
import { createReceiver, type Env } from '../../examples/webhooks/receiver.ts';
import { createWorker } from '../../examples/webhooks/worker.ts';
import { type FakeDelivery, fakeDelivery, largestDelivery } from './support/fake-delivery.ts';

const SECRET = 'whsec_recipes';

type Sent = Pick<FakeDelivery, 'body' | 'headers'>;
/** Delivers as the platform of a recipe does, and returns the status of the answer. */
type Post = (delivery: Sent) => Promise<number>;

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function over(server: Server): Promise<Post> {
  servers.push(server);
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return async (init) => {
    const url = `http://127.0.0.1:${port}/webhooks/cdr`;
    return (await fetch(url, { method: 'POST', ...init })).status;
  };
}

function requestOf(init: Sent): Request {
  return new Request('https://receiver.example/webhooks/cdr', { method: 'POST', ...init });
}

type Lambda = ReturnType<typeof lambda.createLambda>;

const gatewayV1 = ({ body, headers }: Sent) => ({
  ...{ httpMethod: 'POST', path: '/webhooks/cdr', multiValueHeaders: {}, isBase64Encoded: false },
  headers: { ...headers, Host: 'receiver.example', 'X-Amzn-Trace-Id': undefined },
  body,
});

const gatewayV2 = ({ body, headers }: Sent) => ({
  ...{ version: '2.0', rawPath: '/webhooks/cdr', isBase64Encoded: false },
  requestContext: { http: { method: 'POST' } },
  headers: Object.fromEntries(Object.entries(headers).map(([name, v]) => [name.toLowerCase(), v])),
  body,
});

const base64 = ({ body, headers }: Sent) => ({
  ...gatewayV2({ body, headers }),
  body: Buffer.from(body).toString('base64'),
  isBase64Encoded: true,
});

const balancer = (sent: Sent) => ({
  ...gatewayV2(sent),
  requestContext: { elb: { targetGroupArn: 'arn:aws:elasticloadbalancing:…' } },
});

/** A target group with multi-value headers sends no `headers`. */
const manyValues = (sent: Sent) => {
  const { headers, ...event } = balancer(sent);
  const lists = Object.entries(headers).map(([name, value]) => [name, [value]]);
  return { ...event, multiValueHeaders: Object.fromEntries(lists) as Record<string, string[]> };
};

const invoke =
  (handler: Lambda, eventOf: (sent: Sent) => lambda.GatewayEvent): Post =>
  async (sent) =>
    (await handler(eventOf(sent))).statusCode;

/** Each recipe, unchanged. */
const RECIPES: Readonly<Record<string, (env: Env) => Post | Promise<Post>>> = {
  'node:http': (env) => over(nodeHttp.run(env, 0)),
  Express: (env) => over(expressRecipe.run(env, 0)),
  Fastify: async (env) => over(await fastifyRecipe.run(env, 0)),
  Hono: (env) => {
    const app = honoRecipe.createApp(env);
    return async (sent) => (await app.fetch(requestOf(sent))).status;
  },
  'a Next route': (env) => {
    const { POST } = next.createRoute(env);
    return async (sent) => (await POST(requestOf(sent))).status;
  },
  'a Worker': (env) => {
    const worker = createWorker((bindings: Env) => bindings);
    return async (sent) => (await worker.fetch(requestOf(sent), env)).status;
  },
  'AWS Lambda, payload 1.0': (env) => invoke(lambda.createLambda(env), gatewayV1),
  'AWS Lambda, payload 2.0': (env) => invoke(lambda.createLambda(env), gatewayV2),
  'AWS Lambda, base64': (env) => invoke(lambda.createLambda(env), base64),
  'AWS Lambda, a load balancer': (env) => invoke(lambda.createLambda(env), balancer),
  'AWS Lambda, a load balancer with many values': (env) =>
    invoke(lambda.createLambda(env), manyValues),
};

/** Each recipe with the usual mistake: a body parser in front of it. */
const PARSER_FIRST: Readonly<Record<string, (env: Env) => Post | Promise<Post>>> = {
  'node:http, the stream read before': (env) => {
    const receive = toNodeHandler(createReceiver(env));
    const server = createServer(async (request, response) => {
      await request.toArray();
      await receive(request, response);
    });
    return over(server.listen(0, '127.0.0.1'));
  },
  'express.json() before the route': (env) => {
    const app = express().use(express.json()).use(expressRecipe.createApp(env));
    return over(app.listen(0, '127.0.0.1'));
  },
  "Fastify's own parser": async (env) => {
    const app = Fastify();
    app.post('/webhooks/cdr', toNodeHandler(createReceiver(env)));
    await app.listen({ port: 0, host: '127.0.0.1' });
    return over(app.server);
  },
  'Hono, c.req.json() in a middleware': (env) => {
    const app = new Hono();
    app.use(async (c, goOn) => {
      await c.req.json();
      await goOn();
    });
    app.route('/', honoRecipe.createApp(env));
    return async (sent) => (await app.fetch(requestOf(sent))).status;
  },
  'a Next route, request.json() before': (env) => {
    const { POST } = next.createRoute(env);
    return async (sent) => {
      const request = requestOf(sent);
      await request.json();
      return (await POST(request)).status;
    };
  },
  'a Worker, request.text() before': (env) => {
    const worker = createWorker((bindings: Env) => bindings);
    return async (sent) => {
      const request = requestOf(sent);
      await request.text();
      return (await worker.fetch(request, env)).status;
    };
  },
  'AWS Lambda, a parser of bodies in front': (env) => {
    const parsed = (sent: Sent) => ({ ...gatewayV2(sent), body: JSON.parse(sent.body) as string });
    return invoke(lambda.createLambda(env), parsed);
  },
};

function environment() {
  const enqueue = vi.fn(() => Promise.resolve());
  return { CONSENT_EVIDENCE_WEBHOOK_SECRET: SECRET, enqueue, warn: vi.fn() };
}

describe.each(Object.entries(RECIPES))('the recipe for %s', (_name, open) => {
  it('takes a delivery of the fake in, once', async () => {
    const env = environment();
    const post = await open(env);
    const delivery = await fakeDelivery(SECRET);
    expect(await post(delivery)).toBe(200);
    expect(await post(delivery)).toBe(200);
    expect(env.enqueue.mock.calls).toEqual([[delivery.cdrId, expect.any(String)]]);
    expect(env.warn).not.toHaveBeenCalled();
  });

  it('takes the largest event in', async () => {
    const env = environment();
    const delivery = await largestDelivery(SECRET);
    expect(await (await open(env))(delivery)).toBe(200);
    expect(env.enqueue.mock.calls).toEqual([[delivery.cdrId, expect.any(String)]]);
  });

  it('refuses a forgery and a stale delivery, and says why', async () => {
    const env = environment();
    const post = await open(env);
    const forged = await fakeDelivery('whsec_another');
    const { body, headers } = await fakeDelivery(SECRET);
    const changed = { body: body.replace('cdr.completed', 'cdr.Completed'), headers };
    for (const each of [forged, changed, await fakeDelivery(SECRET, 302)]) {
      expect(await post(each)).toBe(401);
    }
    expect(env.warn.mock.calls.map(([, reason]) => reason as unknown)).toEqual([
      'signature_mismatch',
      'signature_mismatch',
      'stale_timestamp',
    ]);
    expect(env.enqueue).not.toHaveBeenCalled();
  });
});

describe.each(Object.entries(PARSER_FIRST))('the mistake: %s', (_name, open) => {
  it('is answered 500 at once, and named in the log', async () => {
    const env = environment();
    const post = await open(env);
    expect(await post(await fakeDelivery(SECRET))).toBe(500);
    expect(env.warn).toHaveBeenCalledTimes(1);
    const [, reason] = env.warn.mock.calls[0] ?? [];
    expect(reason).toMatch(/body_parsed|body parser/);
    expect(env.enqueue).not.toHaveBeenCalled();
  });
});

describe('the mistake: a body that was parsed and serialised again', () => {
  it('is refused with a hint', async () => {
    const env = environment();
    const { body, headers } = await fakeDelivery(SECRET);
    const again = JSON.stringify(JSON.parse(body), null, 2);
    const event = gatewayV2({ body: again, headers });
    expect(await lambda.run(env, event)).toMatchObject({ statusCode: 401 });
    const hint = 'the body was parsed and serialised again: pass the bytes as they arrived';
    expect(env.warn.mock.calls).toEqual([['webhook refused', 'signature_mismatch', hint]]);
  });
});

describe('the recipe for AWS Lambda answers what is in front of it', () => {
  const handler = (): Lambda => lambda.createLambda(environment());

  it('a load balancer gets all four members, a REST API no description', async () => {
    const delivery = await fakeDelivery(SECRET);
    const whole = { headers: {}, isBase64Encoded: false };
    for (const event of [balancer(delivery), manyValues(delivery)]) {
      expect(await handler()(event)).toEqual({
        ...{ ...whole, statusCode: 200, statusDescription: '200 OK' },
      });
    }
    expect(await handler()(gatewayV1(delivery))).toEqual({ ...whole, statusCode: 200 });
    const forged = { ...balancer(delivery), body: `${delivery.body} ` };
    expect(await handler()(forged)).toMatchObject({ statusCode: 401 });
  });

  it.each([{}, { headers: null }, { headers: null, multiValueHeaders: null }])(
    'refuses an event without headers: %j',
    async (none) => {
      const event = { ...none, body: '{}', isBase64Encoded: false };
      expect(await handler()(event)).toMatchObject({ statusCode: 401 });
    },
  );
});
