import * as z from 'zod';
import { RESERVED_PREFIX } from '../ground/urls.ts';
import { serviceDocument } from '../openapi/service-document.ts';
import { aboutEndpoints } from './about-endpoints.ts';
import { acceptanceEndpoints } from './acceptance-endpoints.ts';
import { captureEndpoints } from './capture-endpoints.ts';
import { controlDocument } from './control-document.ts';
import { type ControlEndpoint, control } from './control-endpoint.ts';
import { deliveryEndpoints } from './delivery-endpoints.ts';
import { faultEndpoints } from './fault-endpoints.ts';
import { moneyEndpoints } from './money-endpoints.ts';
import { organizationEndpoints } from './organization-endpoints.ts';
import { recordEndpoints } from './record-endpoints.ts';
import { requestEndpoints } from './request-endpoints.ts';
import { searchEndpoints } from './search-endpoints.ts';
import { totalsEndpoints } from './totals-endpoints.ts';
import { undoEndpoints } from './undo-endpoints.ts';
import { viewEndpoints } from './view-endpoints.ts';
import { worldEndpoints } from './world-endpoints.ts';

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
};
