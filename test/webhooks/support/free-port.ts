import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Returns a port that was free a moment ago, for a program that cannot choose one itself. */
export async function freePort(probe: Server): Promise<number> {
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
