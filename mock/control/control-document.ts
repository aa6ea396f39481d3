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

const errorSchema = z.strictObject({
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
    ...(body === null ? [] : [[`${capital(name)}Body`, body] as const]),
    ...(reply === null ? [] : [[`${capital(name)}Reply`, reply] as const]),
  ]);
  return described(
    jsonSchemas({ Error: errorSchema, ...pageParts(), ...Object.fromEntries(named) }),
  );
}

function operationOf(name: string, row: ControlEndpoint): Json {
  const { summary, path, query, body, reply, streams = 'text/plain' } = row;
  const parameters = [...pathParameters(path), ...(query === null ? [] : queryParameters(query))];
  const success =
    reply === null
      ? { [streams]: streams.startsWith('image/') ? {} : { schema: { type: 'string' } } }
      : { 'application/json': { schema: refTo(`${capital(name)}Reply`) } };
  const content = { 'application/json': { schema: refTo(`${capital(name)}Body`) } };
  return {
    operationId: name,
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== null && { requestBody: { required: !z.safeParse(body, {}).success, content } }),
    security: row.open === true ? [] : [{}, { controlToken: [] }],
    responses: {
      '200': { description: 'Done.', content: success },
      default: {
        description: 'Refused.',
        content: { 'application/json': { schema: refTo('Error') } },
      },
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
    },
    servers: [{ url: serverUrl }],
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
