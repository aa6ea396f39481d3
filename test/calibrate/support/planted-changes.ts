import type { PlantedChange } from './plant.ts';
import { READ_CHANGES } from './planted-reads.ts';
import { RECEIVE_CHANGES } from './planted-receives.ts';
import { TRANSPORT_CHANGES } from './planted-transport.ts';

/** Ways in which a service could change one day, each visible from outside. */
export const PLANTED_CHANGES: readonly PlantedChange[] = [
  ...TRANSPORT_CHANGES,
  ...READ_CHANGES,
  ...RECEIVE_CHANGES,
];
