import type { Charge } from '../ground/rows.ts';

/** The display name of each cause of a charge. */
export const CAUSES: Readonly<Record<Charge['cause'], string>> = {
  collect: 'Collected',
  receive: 'Received',
  autoCollect: 'Collected automatically',
};
