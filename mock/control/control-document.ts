import * as z from 'zod';
import { pageParts } from '../capture/page-parts.ts';
import { described } from '../openapi/described.ts';
import {
  type Json,
  jsonSchemas,
  openApiPath,
  pathParameters,
  queryParameters,
  refTo,
} from '../openapi/json-schemas.ts';
import type { ControlEndpoint } from './control-endpoint.ts';
import { CONTROL_ERROR_STATUS, type ControlErrorCode } from './control-failure.ts';

const codes = Object.keys(CONTROL_ERROR_STATUS) as ControlErrorCode[];

const refusalSchema = z.strictObject({
  error: z.strictObject({
    code: z.enum(codes),
    message: z.string(),
    issues: z
      .array(z.strictObject({ path: z.string(), message: z.string() }))
      .exactOptional()
      .describe('What is wrong with the input, each with its dotted path.'),
  }),
});

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

type Rows = Readonly<Record<string, ControlEndpoint>>;

function componentSchemas(rows: Rows): Record<string, Json> {
  const named = Object.entries(rows).flatMap(([name, { body, reply }]) => [
    ...(body === null ? [] : [[`${capital(name)}Fields`, body] as const]),
    ...(reply === null ? [] : [[`${capital(name)}Answer`, reply] as const]),
  ]);
  return described(
    jsonSchemas({ Refusal: refusalSchema, ...pageParts(), ...Object.fromEntries(named) }),
  );
}

const REFUSED: Json = {
  description: 'Refused; nothing was changed.',
  content: { 'application/json': { schema: refTo('Refusal') } },
};

function refused(status: number): Record<string, Json> {
  const own = codes.filter((code) => CONTROL_ERROR_STATUS[code] === status);
  return { [status]: { ...REFUSED, description: `${own.join(', ')}: nothing was changed.` } };
}

const tagOf = (path: string): string => path.split('/')[1] ?? '';

/** Says what holds for a row whatever it does. */
function describe({ summary, method, body, reply, open }: ControlEndpoint): string {
  return [
    `${summary}.`,
    method === 'GET' && 'Changes nothing.',
    body !== null && 'An empty body counts as `{}`.',
    reply === null && 'The answer is not JSON.',
    open === true && 'Needs no control token.',
  ]
    .filter((part) => part !== false)
    .join(' ');
}

function operationOf(name: string, row: ControlEndpoint): Json {
  const { summary, path, query, body, reply, streams = 'text/plain' } = row;
  const parameters = [...pathParameters(path), ...(query === null ? [] : queryParameters(query))];
  const success =
    reply === null
      ? { [streams]: streams.startsWith('image/') ? {} : { schema: { type: 'string' } } }
      : { 'application/json': { schema: refTo(`${capital(name)}Answer`) } };
  const content = { 'application/json': { schema: refTo(`${capital(name)}Fields`) } };
  return {
    operationId: name,
    tags: [tagOf(path)],
    summary,
    description: describe(row),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== null && { requestBody: { required: !z.safeParse(body, {}).success, content } }),
    security: row.open === true ? [] : [{}, { controlToken: [] }],
    responses: {
      '200': { description: 'Done.', content: success },
      ...((query !== null || body !== null) && refused(400)),
      ...refused(403),
      ...(path.includes(':') && refused(404)),
      default: REFUSED,
    },
  };
}

/** Builds the control API of the fake as an OpenAPI 3.1 document, from its own table. */
export function controlDocument(
  rows: Rows,
  { serverUrl, version }: { serverUrl: string; version: string },
): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, row] of Object.entries(rows)) {
    const item = (paths[openApiPath(row.path)] ??= {});
    item[row.method.toLowerCase()] = operationOf(name, row);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control API of the fake Consent Evidence service',
      version,
      description:
        'Sets up, changes and reads the state of the fake. It is not part of the service.',
      contact: { name: 'The repository of consent-evidence' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(Object.values(rows).map(({ path }) => tagOf(path)))].map((name) => ({
      name,
      description: `What is below \`/${name}\`.`,
    })),
    paths,
    components: {
      securitySchemes: {
        controlToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The --control-token of the fake, if it has one.',
        },
      },
      schemas: componentSchemas(rows),
    },
  };
}
