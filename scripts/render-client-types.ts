import openapiTS, { astToString } from 'openapi-typescript';
import { serviceDocument } from '../mock/openapi/service-document.ts';

/** Renders the types that an independent generator makes from the service's OpenAPI document. */
export async function renderClientTypes(): Promise<string> {
  const document = serviceDocument({ baseUrl: 'https://api.example', version: '0.0.0' });
  return astToString(await openapiTS(JSON.stringify(document)));
}
