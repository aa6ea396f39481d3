import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { criteriaJsonSchema } from '../../mock/openapi/criteria-schemas.ts';
import type { View } from '../../mock/openapi/failure-schemas.ts';
import type { Json } from '../../mock/openapi/json-schemas.ts';
import { serviceDocument } from '../../mock/openapi/service-document.ts';

function documentOf(view: View): Json {
  const options = { baseUrl: 'https://api.example', version: '0.0.0', view };
  return JSON.parse(JSON.stringify(serviceDocument(options))) as Json;
}

/** The OpenAPI document of the service, as a build writes it. */
export const document = documentOf('narrow');

/** What the service accepts and may answer, for checks. */
export const tolerant = documentOf('tolerant');

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema({ ...document, $id: 'narrow' });
ajv.addSchema({ ...tolerant, $id: 'tolerant' });

/** Compiles a named schema of the document with an independent validator. */
export function component(name: string, view: View = 'narrow'): ValidateFunction {
  return ajv.compile({ $ref: `${view}#/components/schemas/${name}` });
}

/** The criteria's own schema file, compiled by an independent validator. */
export const criteriaFile = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
}).compile(JSON.parse(JSON.stringify(criteriaJsonSchema())) as Json);

/** Returns a part of the document, by the path of names to it. */
export function partOf(...names: (string | number)[]): Json {
  return names.reduce<unknown>((part, name) => (part as Json)[name], document) as Json;
}
