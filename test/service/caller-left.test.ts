import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createMockService, type MockService } from '../../mock/index.ts';
import { serveMock } from '../../mock/node.ts';

const HALF_A_BODY = '{"collect"';

/** Expects the journal to say that the caller left, and not that something is wrong in the fake. */
function expectLeft(mock: MockService): void {
  const [request, ...others] = mock.requests();
  expect(others).toEqual([]);
  expect(request).toMatchObject({ operation: 'shares.receive', status: 0, organizationId: 'acme' });
  const { code, message, decision } = mock.explain(request?.requestId ?? '');
  expect([code, message]).toEqual([undefined, undefined]);
  expect(decision).toEqual({ check: 'the whole body arrived', section: '1', values: {} });
}

it('a caller that leaves in the middle of its body is recorded as gone, and not as a bug', async () => {
  const mock = createMockService({ seed: 'demo' });
  const served = await serveMock(mock);
  onTestFinished(() => served.close());
  const { port, host } = new URL(served.url);
  const socket = connect(Number(port), '127.0.0.1');
  const head = ['POST /v1/shares/shr_demo_live HTTP/1.1', `Host: ${host}`];
  const headers = ['X-API-Key: acme.demo-only', 'Content-Length: 100'];
  await new Promise<void>((resolve) => {
    socket.write([...head, ...headers, '', HALF_A_BODY].join('\r\n'), () => resolve());
  });
  socket.destroy();
  await expect.poll(() => mock.requests().length).toBe(1);
  expectLeft(mock);
});

it('a body that fails while it is sent fails the call, as it does on a network', async () => {
  const mock = createMockService({ seed: 'demo' });
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(HALF_A_BODY));
    },
    pull(controller) {
      controller.error(new Error('the disk is gone'));
    },
  });
  const url = mock.url('shares.receive', 'shr_demo_live');
  const headers = { 'x-api-key': 'acme.demo-only' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  await expect(mock.fetch(url, init)).rejects.toThrow('fetch failed');
  expectLeft(mock);
});
