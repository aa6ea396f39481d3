import type { Charge } from './rows.ts';

/** What a charge was for, as people say it. */
export const CAUSES: Readonly<Record<Charge['cause'], string>> = {
  collect: 'Collected',
  receive: 'Received',
  autoCollect: 'Collected automatically',
};
