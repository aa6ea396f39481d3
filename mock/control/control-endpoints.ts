import { aboutEndpoints } from './about-endpoints.ts';
import { captureEndpoints } from './capture-endpoints.ts';
import type { ControlEndpoint } from './control-endpoint.ts';
import { faultEndpoints } from './fault-endpoints.ts';
import { organizationEndpoints } from './organization-endpoints.ts';
import { recordEndpoints } from './record-endpoints.ts';
import { viewEndpoints } from './view-endpoints.ts';
import { worldEndpoints } from './world-endpoints.ts';

/** Every endpoint of the control API by its name, in the order of the document. */
export const controlEndpoints: Readonly<Record<string, ControlEndpoint>> = {
  ...aboutEndpoints,
  ...organizationEndpoints,
  ...captureEndpoints,
  ...recordEndpoints,
  ...viewEndpoints,
  ...faultEndpoints,
  ...worldEndpoints,
};
