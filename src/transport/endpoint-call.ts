import type { Endpoint } from '../contract/endpoint.ts';
import type { Operation } from '../contract/endpoints.ts';
import { expandPath, type PathParam } from '../contract/path.ts';
import type { Outgoing } from './outgoing.ts';
import { envelopeReader } from './read-reply.ts';

/** The inputs of one call to an endpoint. */
export interface EndpointInputs<Path extends string> {
  readonly params: Readonly<Record<PathParam<Path>, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON. If it is absent or JSON keeps none of its members, no body is sent. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the query string of `query`, with its question mark; empty if there are no parameters.
 */
export function queryString(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

function bodyText(body: Readonly<Record<string, unknown>>): string | undefined {
  const text = JSON.stringify(body);
  return text === '{}' ? undefined : text;
}

/** Returns the text at a dotted path, if there is one. */
function textAt(inputs: object, path: string): string[] {
  const found = path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], inputs);
  return typeof found === 'string' ? [found] : [];
}

/** Builds the call of an endpoint whose answer is the service's envelope. */
export function endpointCall<Path extends string, Data>(
  row: Endpoint<Path, Data, Operation>,
  { params, query, body }: EndpointInputs<Path>,
): Outgoing<Data> {
  return {
    operation: row.operation,
    method: row.method,
    repeat: row.repeat,
    target: expandPath(row.path, params) + (query === undefined ? '' : queryString(query)),
    needsKey: row.needsKey,
    urlTemplate: row.path,
    body: body && bodyText(body),
    inDoubt: row.inDoubt,
    hints: row.hints,
    secrets: row.secrets.flatMap((path) => textAt({ ...params, ...query, ...body }, path)),
    read: envelopeReader(row, (params as { readonly cdrId?: string }).cdrId),
  };
}
