import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { startRestate } from '../../engines/restate-server.ts';
import { freePort } from '../../webhooks/support/free-port.ts';
import type { Engine, Workflow } from './engine.ts';

const WORKFLOWS = `
  SELECT target_service_key AS "cdrId", status = 'completed' AND completion_result = 'success' AS "isDone"
  FROM sys_invocation WHERE target_handler_name = 'run'`;

/** A load balancer: passes each connection on to the first port that answers, in turn. */
async function balance(ports: readonly number[]) {
  let turn = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    open.add(near.on('close', () => open.delete(near)).on('error', () => near.destroy()));
    const tryNext = (left: number): void => {
      if (left === 0) return void near.destroy();
      const far = connect(ports[(turn += 1) % ports.length] ?? 0, '127.0.0.1');
      far.once('error', () => tryNext(left - 1));
      far.once('connect', () => {
        far.removeAllListeners('error').on('error', () => near.destroy());
        near.on('close', () => far.destroy());
        near.pipe(far).pipe(near);
      });
    };
    tryNext(ports.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** A Restate of its own, with a load balancer in front of its workers. */
export async function restateEngine(machines: number): Promise<Engine | undefined> {
  const server = await startRestate();
  if (server === undefined) return undefined;
  const ports: number[] = [];
  while (ports.length < machines) ports.push(await freePort());
  const balancer = await balance(ports);
  return {
    name: 'Restate',
    program: new URL('./restate-machine.ts', import.meta.url),
    envOf: (machine) => ({
      RESTATE_INGRESS_URL: server.ingressUrl,
      RESTATE_ADMIN_URL: server.adminUrl,
      SERVICE_URL: balancer.url,
      SERVICE_PORT: String(ports[machine]),
      RESTATE_IDENTITY_KEY: server.identityKey,
    }),
    async workflows(): Promise<Workflow[]> {
      const headers = { 'content-type': 'application/json', accept: 'application/json' };
      const body = JSON.stringify({ query: WORKFLOWS });
      const answer = await fetch(`${server.adminUrl}/query`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(await answer.text());
      return ((await answer.json()) as { rows: Workflow[] }).rows;
    },
    async stop() {
      await balancer.stop();
      await server.stop();
    },
  };
}
