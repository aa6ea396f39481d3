import { type EndpointName, endpoints, resourceMeans } from '../../src/contract/endpoints.ts';
import { paramsOf } from '../../src/contract/path.ts';
import { componentSchemas } from './component-schemas.ts';
import { narrowerInputs, type PlainFacts, rowOf } from './endpoint-schemas.ts';
import examples from './examples.json' with { type: 'json' };
import { failuresOf, type View } from './failure-schemas.ts';
import { type Json, openApiPath, pathParameters, queryParameters, refTo } from './json-schemas.ts';
import { constAsEnum, rewritten } from './narrow.ts';
import { webhooks, webhookTag } from './webhook-document.ts';

const NO_STORE = {
  'Cache-Control': {
    required: true,
    description: 'No response may be kept (spec §1).',
    schema: { type: 'string', const: 'no-store' },
  },
};

function jsonResponse(
  description: string,
  schema: Json,
  more: { headers?: Json; examples?: Json },
): Json {
  const { headers = {}, examples } = more;
  return {
    description,
    headers: { ...NO_STORE, ...headers },
    content: { 'application/json': { schema, ...(examples && { examples }) } },
  };
}

const header = (description: string, type = 'string'): Json => ({
  required: true,
  description,
  schema: { type },
});

/** `Retry-After` travels as a text, which a generated client reads as the number in it. */
const pendingHeaders = (view: View): Json => ({
  'Retry-After': header(
    'Seconds to wait before you repeat the call (spec §4.6 rule 7).',
    view === 'narrow' ? 'integer' : 'string',
  ),
});

/** Returns one response for each status, with the codes that it may carry. */
function failureResponses(name: EndpointName, view: View): Record<string, Json> {
  const responses = failuresOf(name).map(({ status, description, examples }) => [
    String(status),
    jsonResponse(description, refTo(`Failure${status}`), {
      examples,
      ...(status === 202 && { headers: pendingHeaders(view) }),
    }),
  ]);
  return Object.fromEntries(responses) as Record<string, Json>;
}

function successResponse(name: EndpointName, { names }: PlainFacts): Record<string, Json> {
  if (names.data === undefined) {
    const location = header('{dashboard_url}/claim/<token>');
    const headers = { ...NO_STORE, Location: location };
    return { '302': { description: 'To the dashboard (spec §4.7).', headers } };
  }
  const { section } = endpoints[name];
  const schema = {
    type: 'object',
    properties: {
      ok: { type: 'boolean', const: true, description: 'The only test of success (spec §2.1).' },
      data: { ...refTo(names.data), description: `Success (spec §${section}).` },
      requestId: { type: 'string', description: 'Identifies the request (spec §2.1).' },
    },
    required: ['ok', 'data', 'requestId'],
  };
  const example = { summary: 'On the demo world of the fake.', value: examples[name] };
  return { '200': jsonResponse('Success.', schema, { examples: { demo: example } }) };
}

function parametersOf(path: string, name: EndpointName, view: View): Json[] {
  const { row, facts } = rowOf(name);
  const narrower = narrowerInputs(facts, view);
  const all = [
    ...pathParameters(path),
    ...(row.query === null ? [] : queryParameters(row.query())),
  ];
  return all.map((each) => ({
    ...each,
    schema: narrower[each.name] ?? each['schema'],
    description: facts.inputs[each.name],
    ...(each.name in facts.example && { example: facts.example[each.name] }),
  }));
}

function bodyOf(name: EndpointName): Json {
  const { row, facts } = rowOf(name);
  if (facts.names.body === undefined) return {};
  const inPath = paramsOf(row.path);
  const members = Object.entries(facts.example).filter(([member]) => !inPath.includes(member));
  const demo = { summary: 'On the demo world of the fake.', value: Object.fromEntries(members) };
  const media = { schema: refTo(facts.names.body), examples: { demo } };
  return { requestBody: { required: false, content: { 'application/json': media } } };
}

function operationOf(name: EndpointName, path: string, view: View): Json {
  const { row, facts } = rowOf(name);
  const isAlias = path !== row.path;
  const parameters = parametersOf(path, name, view);
  return {
    operationId: isAlias ? `${name}ByOlderPath` : name,
    tags: [row.operation.split('.')[0]],
    summary: isAlias ? `${row.summary}, by its older path` : row.summary,
    description: `${facts.about} (spec §${row.section})`,
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(name),
    security: row.needsKey ? [{ apiKey: [] }] : [],
    responses: {
      ...successResponse(name, facts),
      ...failureResponses(name, view),
      default: jsonResponse('Any other failure.', refTo('Failure'), {}),
    },
  };
}

function paths(view: View): Record<string, Json> {
  const items: Record<string, Record<string, Json>> = {};
  for (const [name, { path, aliases, method }] of Object.entries(endpoints)) {
    for (const template of [path, ...aliases]) {
      const item = (items[openApiPath(template)] ??= {});
      item[method.toLowerCase()] = operationOf(name as EndpointName, template, view);
    }
  }
  return items;
}

const ABOUT =
  'List, read, collect, share and receive consent evidence records. Only `ok` indicates success: 202 `CDR_PENDING` is a failure. Branch on `error.code`, never on the status or the message. Call it from a server: it sends no CORS headers. The examples work on the demo world of the fake (`npx consent-evidence mock --seed demo`), with the API key `acme.demo-only`.';

/**
 * Builds the service's own API as an OpenAPI 3.1 document, from the table of endpoints.
 *
 * @param baseUrl where it is served: `{base_url}` of the spec.
 * @param view `narrow`, what generators need, unless given.
 */
export function serviceDocument(options: {
  readonly baseUrl: string;
  readonly version: string;
  readonly view?: View;
}): Json {
  const { baseUrl, version, view = 'narrow' } = options;
  const tags = Object.entries(resourceMeans).map(([name, description]) => ({ name, description }));
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Consent Evidence Records API',
      version,
      description: ABOUT,
      contact: { name: 'The support of the service. Give it the requestId of a response.' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [...tags, webhookTag],
    paths: paths(view),
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: '`<key_id>.<secret>`, joined by exactly one dot (spec §5).',
        },
      },
      schemas: componentSchemas(view),
    },
  };
  return view === 'narrow' ? (rewritten(document, constAsEnum) as Json) : document;
}
