import { expect } from 'vitest';
import { serviceDocument } from '../../../mock/openapi/service-document.ts';
import {
  acceptanceFailedDetailsSchema,
  invalidArgumentDetailsSchema,
} from '../../../src/contract/acceptance-failure.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { type Envelope, envelopeSchema } from '../../../src/contract/envelope.ts';
import { ERROR_STATUS, isKnownErrorCode } from '../../../src/contract/error-codes.ts';
import { matchPath } from '../../../src/contract/path.ts';
import { OpenApi } from '../../control/support/openapi.ts';

const openApi = new OpenApi(
  serviceDocument({ baseUrl: 'http://localhost', version: '0', view: 'tolerant' }),
);

/** A reply of the API, and the request that it answers. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const DETAILS: Partial<Record<string, { parse(value: unknown): unknown }>> = {
  INVALID_ARGUMENT: invalidArgumentDetailsSchema(),
  CDR_ACCEPTANCE_FAILED: acceptanceFailedDetailsSchema(),
};

function endpointOf({ method, path }: Exchange) {
  return Object.values(endpoints).find(
    (each) =>
      each.method === method &&
      [each.path, ...each.aliases].some((template) => matchPath(template, path) !== undefined),
  );
}

/** Checks for unknown fields: `parse` drops them, so an equal value has none. */
function expectExactly(schema: { parse(value: unknown): unknown }, value: unknown): void {
  expect(schema.parse(value)).toStrictEqual(value);
}

function checkFailure({ error }: Envelope & { ok: false }, { status, headers }: Exchange): void {
  const { code, details } = error;
  if (isKnownErrorCode(code)) expect(status).toBe(ERROR_STATUS[code]);
  if (details !== undefined) {
    const schema = DETAILS[code];
    if (schema === undefined) throw new Error(`${code} carries no details (spec §2.1)`);
    expectExactly(schema, details);
  }
  expect(code === 'CDR_ACCEPTANCE_FAILED' && details === undefined).toBe(false);
  expect(headers.has('allow')).toBe(status === 405);
}

/**
 * Checks a reply of the API against the contract: the headers of spec §1, the envelope of §2.1 with
 * its one `requestId`, and for a success exactly the fields of the endpoint's `data`.
 *
 * @returns the envelope; `undefined` for the redirect, which has none.
 */
export function checkReply(exchange: Exchange): Envelope | undefined {
  const { status, headers, text } = exchange;
  expect(headers.get('cache-control')).toBe('no-store');
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  const endpoint = endpointOf(exchange);
  if (endpoint !== undefined) expect(openApi.differences(exchange)).toEqual([]);
  if (status === 302) {
    expect(endpoint).toBe(endpoints.openShare);
    expect(text).toBe('');
    return undefined;
  }
  if (exchange.method === 'HEAD') return undefined; // no body to check
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  const json: unknown = JSON.parse(text);
  expectExactly(envelopeSchema(), json);
  const envelope = json as Envelope;
  if (!envelope.ok) {
    checkFailure(envelope, exchange);
    return envelope;
  }
  expect(status).toBe(200);
  expect(headers.has('retry-after')).toBe(false);
  if (endpoint?.data == null) throw new Error(`${exchange.path} answers no data`);
  expectExactly(endpoint.data(), envelope.data);
  return envelope;
}
