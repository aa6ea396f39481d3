// A machine that is killed: an example of a queue as it stands, started by `KilledReceiver`. It
// receives and works; on request it catches up (`POST /catch-up?now=…`). Its time is the world's.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Env, Hooks } from '../../../examples/queues/settings.ts';

interface System {
  readonly url: string;
  catchUp(): Promise<number>;
}

export async function serveMachine(run: (env: Env, hooks: Hooks) => Promise<System>) {
  let now = Date.now();
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const env = JSON.parse(process.argv[2] ?? '') as Record<string, string>;
  Object.assign(process.env, env); // `pg` reads its variables there
  const { url, catchUp } = await run(env, { clock });

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    try {
      if (pathname === '/catch-up') {
        now = Number(searchParams.get('now'));
        return response.end(String(await catchUp()));
      }
      const headers = request.headers as Record<string, string>;
      const names = Object.keys(headers).filter(
        (name) => name.startsWith('x-') || name === 'content-type',
      );
      const signed = Object.fromEntries(names.map((name) => [name, headers[name] ?? '']));
      const body = await buffer(request);
      const { status } = await fetch(url, {
        method: 'POST',
        headers: signed,
        body: new Uint8Array(body),
      });
      response.writeHead(status).end();
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(String((server.address() as AddressInfo).port));
  });
}
