import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to connections (Linux 32768 and up, others 49152), so that what
 * connects meanwhile takes none of them.
 */
const FROM = 20_000;
const TO = 32_000;
const TRIES = 20;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** Returns a port that was free a moment ago, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  for (let left = TRIES; left > 0; left -= 1) {
    const port = randomInt(FROM, TO);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port between ${FROM} and ${TO}`);
}

/** Starts a program on a free port, and on another one if that was taken before it had begun. */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (left === 0 || !/address already in use/i.test(String(error))) throw error;
    }
  }
}
