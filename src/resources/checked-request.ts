import type { Operation } from '../contract/endpoints.ts';
import { IDENTIFIER_MAX_CHARS } from '../contract/path.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { asRead } from '../options/as-read.ts';
import type { Issue } from '../options/issue.ts';
import { anything, judgedBy, oneOf, required, saidBy } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import { CALL_OPTIONS, type CallOptions, callOptionsOf } from '../transport/call-options.ts';
import { queryString } from '../transport/endpoint-call.ts';
import type { Outgoing } from '../transport/outgoing.ts';
import { envelopeReader } from '../transport/read-reply.ts';

/**
 * A request to an endpoint that has no method here yet, such as those that spec §4.8 announces.
 *
 * @example
 * ```ts
 * const request: RawRequest = { method: 'GET', path: '/v1/packages', query: { limit: 10 } };
 * ```
 */
export interface RawRequest extends CallOptions {
  /**
   * `GET` is retried like any read, `POST` only if nothing was sent, after a 429, or after a 401 with
   * a new key.
   */
  method: 'GET' | 'POST';
  /** Starts with `/v1/`, percent-encoded, without a query. */
  path: string;
  /** Members that are `undefined` are left out. */
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** Sent as JSON, with `POST` only. */
  body?: unknown;
}

const OPERATION: Operation = 'request';

/** Segments of the characters that RFC 3986 allows; no escape may hide a separator or a dot. */
const PATH = /^\/v1(?:\/(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+)+\/?$/;
const HIDDEN = /%(?:2f|5c|2e|[01][0-9a-f]|7f|25(?:2f|5c|2e))/i;

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function pathProblem(path: unknown): string | undefined {
  if (typeof path !== 'string') return 'expected a string';
  if (path.length > IDENTIFIER_MAX_CHARS)
    return `must not be longer than ${IDENTIFIER_MAX_CHARS} characters`;
  if (!PATH.test(path) || !isDecodable(path))
    return 'expected a percent-encoded path beginning with /v1/, without a query';
  if (HIDDEN.test(path)) return 'must not contain an encoded separator, dot or control character';
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) {
    return 'must not contain "." or ".." as a segment';
  }
  return undefined;
}

/** `NaN` would be sent as a text. */
const isQueryValue = (value: unknown): boolean =>
  Number.isFinite(value) || ['string', 'boolean', 'undefined'].includes(typeof value);

function queryIssues(query: unknown): Issue[] {
  // What has entries of its own, such as a `URLSearchParams`, would be read as empty.
  if (typeof query !== 'object' || query === null || Symbol.iterator in query) {
    return [{ path: '', message: 'expected an object of names and values' }];
  }
  return Object.entries(asRead(query))
    .filter(([, value]) => !isQueryValue(value))
    .map(([name]) => ({
      path: name.slice(0, 100),
      message: 'expected a string, a finite number or a boolean',
    }));
}

/** Returns `body` as JSON text, or what is wrong with it. */
function bodyOf({ method, body }: RawRequest): { text?: string; problem?: string } {
  if (body === undefined) return {};
  if (method === 'GET') return { problem: 'only a POST has a body' };
  try {
    const text = JSON.stringify(body) as string | undefined;
    return text === undefined ? { problem: 'expected a value that JSON can represent' } : { text };
  } catch {
    return { problem: 'expected a value that JSON can represent' };
  }
}

const REQUEST = (): OptionTable<RawRequest> => ({
  ...CALL_OPTIONS(),
  method: required(oneOf('GET', 'POST')),
  path: required(
    saidBy('a percent-encoded path beginning with /v1/, without a query', pathProblem),
  ),
  query: judgedBy('an object of names and values', queryIssues),
  body: anything,
});

/** Returns the tokens in a path: each segment after one such as `shares` (spec §4.6, §4.8). */
function secretsIn(path: string): string[] {
  const segments = path.split('/');
  const tokens = segments.filter((_, index) => /shares$/.test(segments[index - 1] ?? ''));
  return tokens.flatMap((token) => [token, decodeURIComponent(token)]);
}

/** Makes the call for a raw request, with the same checks as every other call. */
export function checkedRequest(request: RawRequest): {
  readonly outgoing: Outgoing<unknown>;
  readonly options: CallOptions;
} {
  // Written once: an object may write itself in another way the second time.
  let body: ReturnType<typeof bodyOf> = {};
  const also = (read: RawRequest): Issue[] => {
    body = bodyOf(read);
    return body.problem === undefined ? [] : [{ path: 'body', message: body.problem }];
  };
  const given = checkedOptions(REQUEST, request, { also, operation: OPERATION });
  const { method, path, query } = given;
  const pairs = Object.entries(asRead(query ?? {})).map(
    ([name, value]): [string, string | undefined] => [
      name,
      value === undefined ? undefined : String(value),
    ],
  );
  const outgoing: Outgoing<unknown> = {
    operation: OPERATION,
    method,
    repeat: method === 'GET' ? 'read' : 'once',
    target: path + queryString(Object.fromEntries(pairs)),
    needsKey: true,
    // A token is a credential; an id is not.
    urlTemplate: path.replace(/shares\/[^/]+/g, 'shares/:token'),
    body: body.text,
    secrets: secretsIn(path),
    read: envelopeReader<unknown>({ data: null, needs: [] }),
  };
  return { outgoing, options: callOptionsOf(given) };
}
