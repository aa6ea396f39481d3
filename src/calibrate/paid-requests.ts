/** One request of tier 4 that could be charged. */
export interface PaidRequest {
  /** What is asked. */
  readonly asks: string;
  /** How many charges it comes to by the documentation. */
  readonly documented: 0 | 1;
}

/** All that tier 4 asks and that could be charged, each once in a run, in the order of the run. */
export const PAID_REQUESTS = {
  receive: {
    asks: 'A receive of a record that the sender captured and paid for, by criteria that impose nothing.',
    documented: 0,
  },
  collectReceived: {
    asks: 'A collect of that record by the receiver, which has access by then.',
    documented: 0,
  },
  collect: {
    asks: 'A collect of a record that the sender captured and has not paid for.',
    documented: 1,
  },
  receiveDeferred: {
    asks: 'A receive of that record with collect: false, where the service takes that.',
    documented: 0,
  },
} as const satisfies Readonly<Record<string, PaidRequest>>;

/** Its name. */
export type PaidName = keyof typeof PAID_REQUESTS;

/** All of them, in their order. */
export const PAID_LIST: readonly PaidRequest[] = Object.values(PAID_REQUESTS);

/** The body of a receive that imposes nothing, and lands. */
export const LANDING_BODY = { acceptance: { schemaVersion: 1 } } as const;

/** The body of a receive that lands without a charge, where the service takes it. */
export const DEFERRED_BODY = { collect: false } as const;
