import type { PlantedChange } from './plant.ts';
import { READ_CHANGES } from './planted-reads.ts';
import { RECEIVE_CHANGES } from './planted-receives.ts';
import { TRANSPORT_CHANGES } from './planted-transport.ts';

/** Things that a service could do otherwise one day, each seen from outside. */
export const PLANTED_CHANGES: readonly PlantedChange[] = [
  ...TRANSPORT_CHANGES,
  ...READ_CHANGES,
  ...RECEIVE_CHANGES,
];
