import http, { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { setupMockServer } from '../../../mock/msw.ts';
import type { MswVersion } from '../version.ts';
import { listening, newWorld } from './listening.ts';
import { viaNode } from './via-node.ts';

/** Targets that MSW's own strategies treat alike, and targets that they let pass as assets. */
const STRAY = ['/page', '/logo.png', '/data.json?x=1', '/a/doc.PDF', '/node_modules/x', '/@vite/x'];

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
}

/** Starts a server on this machine that no request should reach, and records what reaches it. */
async function elsewhere() {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    response.end('reached');
  });
  server.on('upgrade', (request, socket) => {
    reached.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, reached };
}

/** Returns the messages of an error and of its causes. */
function messagesOf(error: unknown): string {
  return error instanceof Error ? `${error.message}\n${messagesOf(error.cause)}` : '';
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'it was answered',
    (error: unknown) => messagesOf(error),
  );

/** Tests what `listen()` of `setupMockServer` does with requests that no handler answers. */
export function strictness({ option }: MswVersion): void {
  it.each(STRAY)('fails a stray %s, and says which', async (target) => {
    const { origin, reached } = await elsewhere();
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    listening(newWorld().mock);
    const [path] = target.split('?');
    const fetched = await failureOf(fetch(origin + target));
    expect(fetched).toContain(
      `no handler answers GET ${origin}${path}: add one, or set ${option} in`,
    );
    const asked = await failureOf(viaNode(http, new URL(origin + target)));
    expect(asked).toContain(`no handler answers GET ${origin}${path}: `);
    const posted = await failureOf(fetch(origin + target, { method: 'POST', body: 'x' }));
    expect(posted).toContain(`no handler answers POST ${origin}${path}: `);
    expect(reached).toEqual([]);
    // Whatever else shares the process may warn too.
    const own = () => warned.mock.calls.map(String).filter((text) => text.includes(origin));
    await vi.waitFor(() => expect(own()).toHaveLength(3));
    expect(own()[0]).toContain(`GET ${origin}${target}`);
  });

  it('fails a stray WebSocket', async () => {
    const { origin, reached } = await elsewhere();
    vi.spyOn(console, 'warn').mockReturnValue();
    listening(newWorld().mock);
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/live`);
    const event = await new Promise((resolve) => {
      socket.addEventListener('error', resolve);
      socket.addEventListener('open', resolve);
    });
    expect(messagesOf((event as { cause?: unknown }).cause)).toMatch(
      /^no handler answers GET ws:.*\/live: /,
    );
    expect(reached).toEqual([]);
  });

  it('follows an option of the user’s instead', async () => {
    const { origin, reached } = await elsewhere();
    const server = setupMockServer(newWorld().mock);
    server.listen({ [option]: 'bypass' });
    onTestFinished(() => server.close());
    expect(await (await fetch(`${origin}/page`)).text()).toBe('reached');
    expect(reached).toEqual(['GET /page']);
  });

  it('follows a function of the user’s instead', async () => {
    const { origin } = await elsewhere();
    const seen = vi.fn();
    const server = setupMockServer(newWorld().mock);
    server.listen({ [option]: seen });
    onTestFinished(() => server.close());
    expect(await (await fetch(`${origin}/logo.png`)).text()).toBe('reached');
    expect(seen).toHaveBeenCalledOnce();
  });

  it.each([
    ['undefined', { [option]: undefined }],
    ['of the other version', other(option)],
  ])('stays strict with an option that is %s', async (_what, options) => {
    const { origin, reached } = await elsewhere();
    vi.spyOn(console, 'warn').mockReturnValue();
    const server = setupMockServer(newWorld().mock);
    server.listen(options as object);
    onTestFinished(() => server.close());
    expect(await failureOf(fetch(`${origin}/data.json`))).toContain('no handler answers');
    expect(reached).toEqual([]);
  });

  it('lets everything through again once it is closed', async () => {
    const { origin } = await elsewhere();
    const server = setupMockServer(newWorld().mock);
    server.listen();
    server.close();
    expect(await (await fetch(`${origin}/page`)).text()).toBe('reached');
    server.listen();
    vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => server.close());
    expect(await failureOf(fetch(`${origin}/page`))).toContain('no handler answers');
  });
}

function other(option: MswVersion['option']) {
  return option === 'onUnhandledFrame'
    ? { onUnhandledRequest: 'bypass' }
    : { onUnhandledFrame: 'bypass' };
}
