/** The suites, in the order in which they run and are reported; each is a file in this folder. */
export const SUITES: readonly string[] = [
  'network',
  'get',
  'walk',
  'webhooks',
  'inbox',
  'intake',
  'ledger-rows',
  'archive',
  'start',
  'fake-over-http',
  'fake-in-process',
  'simulate',
  'growing-world',
  'inspector',
  'acceptance',
  'profile',
];
