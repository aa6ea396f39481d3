import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that arrived at a scripted server. */
export interface Arrival {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers one request. If it does not end the response, the client waits. */
export type Step = (response: ServerResponse, arrival: Arrival) => void;

/** A loopback server that answers by script: one step per request, the last one repeated. */
export interface ScriptedServer extends AsyncDisposable {
  readonly url: string;
  readonly arrivals: Arrival[];
  script(...steps: Step[]): void;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

/** Starts a scripted server on a free port of 127.0.0.1. */
export async function startScriptedServer(...steps: Step[]): Promise<ScriptedServer> {
  let script = steps;
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = '', url = '', headers } = request;
      const arrival = { method, url, headers, body };
      arrivals.push(arrival);
      const step = script.length > 1 ? script.shift() : script[0];
      step?.(response, arrival);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    script(...next) {
      script = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Answers with JSON. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };
}

/** Answers `ok: true` (spec §2.1). */
export function ok(data: unknown, requestId = 'req_ok'): Step {
  return json(200, { ok: true, data, requestId });
}

/** Answers `ok: false` (spec §2.1). */
export function refusal(
  status: number,
  code: string,
  extra: { details?: unknown; message?: string; headers?: Record<string, string> } = {},
): Step {
  const { details, message = 'refused', headers } = extra;
  const error = { code, message, requestId: 'req_no', ...(details !== undefined && { details }) };
  return json(status, { ok: false, error }, headers);
}

/** Answers with a gateway's page. */
export function html(status: number, headers: Record<string, string> = {}): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end('<html><body>Bad gateway</body></html>');
  };
}

/** Sends the headers and the start of the body, then nothing more. */
export const stall: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"ok":true,');
};

/** Never answers. */
export const silence: Step = () => undefined;

/** Breaks the connection without an answer. */
export const reset: Step = (response) => {
  response.socket?.destroy();
};

/** Announces more bytes than it sends, and breaks off. */
export const breakOff: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"ok":true,"data":', () => {
    response.socket?.destroy();
  });
};

/** Sends a complete body that is only half a JSON text. */
export const halfJson: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{"ok":true,"data":{');
};
