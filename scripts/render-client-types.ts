import openapiTS, { astToString } from 'openapi-typescript';
import { serviceDocument } from '../mock/openapi/service-document.ts';

/** The types that a stranger's generator makes of the document of the service. */
export async function renderClientTypes(): Promise<string> {
  const document = serviceDocument({ baseUrl: 'https://api.example', version: '0.0.0' });
  return astToString(await openapiTS(JSON.stringify(document)));
}
