import { expect, onTestFinished } from 'vitest';
import type { ControlEndpoint } from '../../../mock/control/control-endpoint.ts';
import { controlEndpoints } from '../../../mock/control/control-endpoints.ts';
import {
  CONTROL_ERROR_STATUS,
  type ControlErrorCode,
} from '../../../mock/control/control-failure.ts';
import { createMockService, type MockService } from '../../../mock/fake/mock-service.ts';
import type { MockOptions } from '../../../mock/fake/options.ts';
import { type ServedMock, type ServeOptions, serveMock } from '../../../mock/node.ts';
import { matchPath } from '../../../src/contract/path.ts';
import { rawRequest } from './raw-request.ts';

/** An answer of the control API, already checked against its row of the table. */
export interface DeskReply {
  readonly status: number;
  readonly headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly json: any;
  readonly code: ControlErrorCode | undefined;
}

function rowOf(method: string, path: string): ControlEndpoint | undefined {
  return Object.values(controlEndpoints).find(
    (row) => row.method === method && matchPath(row.path, path) !== undefined,
  );
}

/** Checks an answer against the table: a success by its row's schema, an error by the errors' shape. */
function checkAnswer(method: string, path: string, status: number, json: unknown): void {
  if (status === 200) {
    const schema = rowOf(method, path)?.reply;
    if (schema == null) throw new Error(`${method} ${path} answers no JSON`);
    expect(schema.parse(json)).toStrictEqual(json);
    return;
  }
  const { error } = json as { error: { code: ControlErrorCode; message: string } };
  expect(error.message).not.toBe('');
  expect(status).toBe(CONTROL_ERROR_STATUS[error.code]);
}

/** A served fake, called as a script in another language would call it. */
export class Desk {
  readonly mock: MockService;
  readonly served: ServedMock;

  constructor(mock: MockService, served: ServedMock) {
    this.mock = mock;
    this.served = served;
  }

  async send(
    method: string,
    target: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<DeskReply> {
    const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    const text = isRaw ? body : JSON.stringify(body);
    const json = text === undefined ? {} : { 'content-type': 'application/json' };
    const reply = await rawRequest(this.served.url, {
      ...{ method, target: `/_mock/api${target}`, body: text },
      headers: { ...json, ...headers },
    });
    const value = JSON.parse(reply.text) as { error?: { code: ControlErrorCode } };
    checkAnswer(method, target.split('?')[0] ?? '', reply.status, value);
    return { ...reply, json: value, code: value.error?.code };
  }

  get(target: string): Promise<DeskReply> {
    return this.send('GET', target);
  }

  post(target: string, body?: unknown): Promise<DeskReply> {
    return this.send('POST', target, { body });
  }
}

/** The time at which every world of these tests starts. */
export const BEGIN = Date.UTC(2026, 0, 5, 12);

/** Opens a served fake for one test. */
export async function openDesk(options: MockOptions = {}, serve: ServeOptions = {}): Promise<Desk> {
  const mock = createMockService({ now: BEGIN, idSeed: 'control', ...options });
  const served = await serveMock(mock, { port: 0, ...serve });
  onTestFinished(() => served.close());
  return new Desk(mock, served);
}
