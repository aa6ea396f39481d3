import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { onFreePort } from './support/free-port.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function listen(port: number): Promise<number> {
  open.push(createServer().listen(port, '127.0.0.1'));
  await once(open.at(-1) as Server, 'listening');
  return port;
}

it('starts a server on another port if its own was taken before it began', async () => {
  const tried: number[] = [];
  const port = await onFreePort(async (free) => {
    if (tried.push(free) < 3) await listen(free);
    return listen(free);
  });
  expect(tried).toHaveLength(3);
  expect(tried.at(-1)).toBe(port);
});

it('gives up at once where a server does not start for another reason', async () => {
  const tried: number[] = [];
  const start = (port: number) => {
    tried.push(port);
    return Promise.reject(new Error('no such data folder'));
  };
  await expect(onFreePort(start)).rejects.toThrow('no such data folder');
  expect(tried).toHaveLength(1);
});
