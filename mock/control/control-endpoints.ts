import * as z from 'zod';
import { RESERVED_PREFIX } from '../ground/urls.ts';
import { serviceDocument } from '../openapi/service-document.ts';
import { controlDocument } from './control-document.ts';
import { type ControlEndpoint, control } from './control-endpoint.ts';
import { aboutEndpoints } from './endpoints/about-endpoints.ts';
import { acceptanceEndpoints } from './endpoints/acceptance-endpoints.ts';
import { captureEndpoints } from './endpoints/capture-endpoints.ts';
import { deliveryEndpoints } from './endpoints/delivery-endpoints.ts';
import { faultEndpoints } from './endpoints/fault-endpoints.ts';
import { moneyEndpoints } from './endpoints/money-endpoints.ts';
import { organizationEndpoints } from './endpoints/organization-endpoints.ts';
import { recordEndpoints } from './endpoints/record-endpoints.ts';
import { requestEndpoints } from './endpoints/request-endpoints.ts';
import { searchEndpoints } from './endpoints/search-endpoints.ts';
import { totalsEndpoints } from './endpoints/totals-endpoints.ts';
import { undoEndpoints } from './endpoints/undo-endpoints.ts';
import { viewEndpoints } from './endpoints/view-endpoints.ts';
import { worldEndpoints } from './endpoints/world-endpoints.ts';
import { worldsEndpoints } from './endpoints/worlds-endpoints.ts';

declare const __PACKAGE_VERSION__: string;

/** The prefix of every path in the table. */
const CONTROL_PREFIX = `${RESERVED_PREFIX}/api`;

const documentSchema = z.record(z.string(), z.unknown()).describe('An OpenAPI 3.1 document.');

const documents = {
  describeService: control({
    method: 'GET',
    path: '/service/openapi.json',
    summary: `The API of the service itself; also at ${RESERVED_PREFIX}/openapi.json`,
    query: null,
    body: null,
    reply: documentSchema,
    open: true,
    act: ({ urls }) => serviceDocument({ baseUrl: urls.api, version: __PACKAGE_VERSION__ }),
  }),
  describeControl: control({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    query: null,
    body: null,
    reply: documentSchema,
    open: true,
    act: ({ urls }) =>
      controlDocument(controlEndpoints, {
        serverUrl: urls.api + CONTROL_PREFIX,
        version: __PACKAGE_VERSION__,
      }),
  }),
};

/** Every endpoint of the control API by its name, in the order of the document. */
export const controlEndpoints: Readonly<Record<string, ControlEndpoint>> = {
  ...aboutEndpoints,
  ...documents,
  ...organizationEndpoints,
  ...captureEndpoints,
  ...recordEndpoints,
  ...moneyEndpoints,
  ...viewEndpoints,
  ...deliveryEndpoints,
  ...requestEndpoints,
  ...totalsEndpoints,
  ...searchEndpoints,
  ...acceptanceEndpoints,
  ...faultEndpoints,
  ...worldEndpoints,
  ...undoEndpoints,
  ...worldsEndpoints,
};
