/** One chargeable request of tier 4. */
export interface PaidRequest {
  /** What is sent. */
  readonly asks: string;
  /** How many charges the documentation states. */
  readonly documented: 0 | 1;
}

/** All chargeable requests of tier 4, in order. Each is sent at most once in a run. */
export const PAID_REQUESTS = {
  receive: {
    asks: 'A receive of a record that the sender captured and paid for, with criteria that require nothing.',
    documented: 0,
  },
  collectReceived: {
    asks: 'A collect of that record by the receiver, which already has access.',
    documented: 0,
  },
  collect: {
    asks: 'A collect of a record that the sender captured and has not paid for.',
    documented: 1,
  },
  receiveDeferred: {
    asks: 'A receive of that record with collect: false, if the service supports that.',
    documented: 0,
  },
} as const satisfies Readonly<Record<string, PaidRequest>>;

/** The name of a chargeable request. */
export type PaidName = keyof typeof PAID_REQUESTS;

/** All chargeable requests, in order. */
export const PAID_LIST: readonly PaidRequest[] = Object.values(PAID_REQUESTS);

/** The body of a receive with criteria that require nothing, so that it succeeds. */
export const LANDING_BODY = { acceptance: { schemaVersion: 1 } } as const;

/** The body of a receive that succeeds without a charge, if the service accepts it. */
export const DEFERRED_BODY = { collect: false } as const;
