import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpointFacts, endpoints } from '../../src/contract/endpoints.ts';
import { ERROR_STATUS, type KnownErrorCode } from '../../src/contract/error-codes.ts';
import { refusalsOf } from '../../src/contract/refusals.ts';
import { componentSchemas, type FailureForm } from './component-schemas.ts';
import { type Json, openApiPath, pathParameters, queryParameters, refTo } from './json-schemas.ts';
import { webhooks } from './webhook-document.ts';

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const NO_STORE = {
  'Cache-Control': { required: true, schema: { type: 'string', const: 'no-store' } },
};

function jsonResponse(description: string, schema: Json, headers: Json = {}): Json {
  return {
    description,
    headers: { ...NO_STORE, ...headers },
    content: { 'application/json': { schema } },
  };
}

const header = (description: string): Json => ({
  required: true,
  description,
  schema: { type: 'string' },
});

const EXTRA_HEADERS: Partial<Record<number, Json>> = {
  202: { 'Retry-After': header('Seconds to wait before you repeat the call (spec §4.6 rule 7).') },
  405: { Allow: header('The methods that this path supports.') },
};

function failureFormOf(status: number): FailureForm {
  if (status === 400) return 'InvalidArgument';
  return status === 422 ? 'AcceptanceFailed' : 'Failure';
}

/** Returns one response for each status, with the codes that it may carry. */
function failureResponses(name: EndpointName): Record<string, Json> {
  const byStatus = new Map<number, KnownErrorCode[]>();
  for (const code of Object.keys(refusalsOf(name)) as KnownErrorCode[]) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => [
      String(status),
      jsonResponse(each.join(', '), refTo(failureFormOf(status)), EXTRA_HEADERS[status]),
    ]),
  );
}

function successResponse(name: EndpointName, { data, section }: Endpoint): Record<string, Json> {
  if (data === null) {
    const location = header('{dashboard_url}/claim/<token>');
    const headers = { ...NO_STORE, Location: location };
    return { '302': { description: 'To the dashboard (spec §4.7).', headers } };
  }
  const schema = {
    type: 'object',
    properties: {
      ok: { const: true, description: 'The only test of success (spec §2.1).' },
      data: {
        ...refTo(`${capital(name)}Data`),
        description: `Success (spec §${section}).`,
      },
      requestId: { type: 'string', description: 'Identifies the request (spec §2.1).' },
    },
    required: ['ok', 'data', 'requestId'],
  };
  return { '200': jsonResponse('Success.', schema) };
}

function operationOf(name: EndpointName, path: string): Json {
  const row: Endpoint = endpoints[name];
  const isAlias = path !== row.path;
  const meanings: Readonly<Record<string, string>> = endpointFacts[name]().inputs;
  const parameters = [
    ...pathParameters(path),
    ...(row.query === null ? [] : queryParameters(row.query())),
  ].map((each) => ({ ...each, description: meanings[each.name] }));
  const content = { 'application/json': { schema: refTo(`${capital(name)}Body`) } };
  return {
    operationId: isAlias ? `${name}ByOlderPath` : name,
    summary: row.summary,
    description: `Spec §${row.section}.${row.billable ? ' Billable.' : ''}`,
    ...(parameters.length > 0 && { parameters }),
    ...(row.body !== null && { requestBody: { required: false, content } }),
    security: row.needsKey ? [{ apiKey: [] }] : [],
    responses: {
      ...successResponse(name, row),
      ...failureResponses(name),
      default: jsonResponse('Any other failure.', refTo('Failure')),
    },
  };
}

function paths(): Record<string, Json> {
  const items: Record<string, Record<string, Json>> = {};
  for (const [name, { path, aliases, method }] of Object.entries(endpoints)) {
    for (const template of [path, ...aliases]) {
      const item = (items[openApiPath(template)] ??= {});
      item[method.toLowerCase()] = operationOf(name as EndpointName, template);
    }
  }
  return items;
}

/**
 * Builds the service's own API as an OpenAPI 3.1 document, from the table of endpoints.
 *
 * @param baseUrl where it is served: `{base_url}` of the spec.
 */
export function serviceDocument({ baseUrl, version }: { baseUrl: string; version: string }): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Consent Evidence Records API',
      version,
      description:
        'List, read, collect, share and receive consent evidence records. Only `ok` indicates success: 202 CDR_PENDING is a failure.',
    },
    servers: [{ url: baseUrl }],
    paths: paths(),
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: '<key_id>.<secret>, joined by exactly one dot (spec §5).',
        },
      },
      schemas: componentSchemas(),
    },
  };
}
