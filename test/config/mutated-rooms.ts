/** What is mutated of a room, and the tests that should notice: quick ones, which start no process. */
export interface MutatedRoom {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

export const MUTATED_ROOMS: Readonly<Record<string, MutatedRoom>> = {
  client: {
    mutate: ['src/transport/**/*.ts', 'src/resources/{pagination,cdr-list}.ts'],
    tests: ['test/client/**/*.test.ts', 'test/hostile/{advice,pages,pending,redirects}.test.ts'],
  },
  service: {
    mutate: ['mock/{service/rules,service/operations,api}/**/*.ts', 'src/acceptance/**/*.ts'],
    tests: ['test/{acceptance,service}/**/*.test.ts'],
  },
  decision: {
    mutate: ['src/decision/**/*.ts'],
    tests: [
      'test/client/{decisions,earlier-outcome,error-details,explain-*,job-outcome*}.test.ts',
      'test/client/share-origins.test.ts',
    ],
  },
  judge: {
    mutate: [
      'mock/simulate/{books,event-rules,invariants,judge,lead-rules,money-rules,rule}.ts',
      'mock/simulate/shrink.ts',
    ],
    tests: ['test/simulate/{*rules,books,judge,no-stranger,shrink}.test.ts'],
  },
  sql: {
    mutate: ['src/sql/**/*.ts'],
    tests: [
      'test/sql/{check-pool,moved-files,postgres-steps,sqlite-file,sqlite-indexes}.test.ts',
      'test/webhooks/{sqlite-locked,sqlite-source,sqlite-steps,sqlite-store}.test.ts',
      'test/webhooks/{transaction-guard,transactions-in-hand}.test.ts',
      'test/intake/{sqlite-pending-effects,whole-table}.test.ts',
    ],
  },
  inbox: {
    mutate: ['src/webhooks/{inbox,signature}/**/*.ts'],
    tests: [
      'test/inbox/{inboxes,reconcile,reconcile.property}.test.ts',
      'test/webhooks/{mismatch-hint,mutations,secret-source,sign,verify}.test.ts',
      'test/webhooks/unacknowledged-cdrs.test.ts',
    ],
  },
  intake: {
    mutate: [
      'src/intake/**/*.ts',
      '!src/intake/{ledger-*-cases,ledger-s*,report-page,report-style}.ts',
    ],
    tests: [
      'test/intake/{answer-in-time,criteria-check,due-by-hand,hostile,in-doubt,in-hand}.test.ts',
      'test/intake/{is-other-phone,lead-data,lease-ends,ledgers,no-share,orphans}.test.ts',
      'test/intake/{pass-error,pass-turns,received-elsewhere,report,resume,settle}.test.ts',
      'test/intake/{shadow,signal,sources,sqlite-*,take,take-all,waiting,work}.test.ts',
    ],
  },
};
