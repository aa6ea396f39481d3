import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { criteriaJsonSchema } from '../../mock/openapi/criteria-schemas.ts';
import type { Json } from '../../mock/openapi/json-schemas.ts';
import { serviceDocument } from '../../mock/openapi/service-document.ts';

/** The document of the service, as a build writes it. */
export const document = JSON.parse(
  JSON.stringify(serviceDocument({ baseUrl: 'https://api.example', version: '0.0.0' })),
) as Json;

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema({ ...document, $id: 'document' });

/** A named schema of the document, as an independent validator takes it. */
export function component(name: string): ValidateFunction {
  return ajv.compile({ $ref: `document#/components/schemas/${name}` });
}

/** The criteria's own file, as an independent validator takes it. */
export const criteriaFile = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
}).compile(JSON.parse(JSON.stringify(criteriaJsonSchema())) as Json);

/** A part of the document, by the names that lead to it. */
export function partOf(...names: (string | number)[]): Json {
  return names.reduce<unknown>((part, name) => (part as Json)[name], document) as Json;
}
