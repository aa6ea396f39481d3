/**
 * What is mutated of a room, and the tests that should notice: quick ones, which start no process and
 * no server. So what is sent to Postgres by a ledger or an inbox is not mutated.
 */
export interface MutatedRoom {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

export const MUTATED_ROOMS: Readonly<Record<string, MutatedRoom>> = {
  client: {
    mutate: ['src/transport/**/*.ts', 'src/resources/{pagination,cdr-list}.ts'],
    // Without those that count the timers of their process.
    tests: [
      'test/client/{api-key,big-replies,call-promise,caller-stack,classify-failure}.test.ts',
      'test/client/{client-options,download,download-file,earlier-outcome}.test.ts',
      'test/client/{ended,endpoints,environment,environment-key,find-by-phone,handed-on}.test.ts',
      'test/client/{inputs,odd-names,paging,prints.property,raw-body,read-body,redact}.test.ts',
      'test/client/{replies,retry-quota,retry-table,secrets,share-origins,surely-fits}.test.ts',
      'test/client/{trace,waits,wire-body}.test.ts',
      'test/hostile/advice.test.ts',
    ],
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
      'test/sql/{check-pool,moved-files,postgres-steps,sqlite-*}.test.ts',
      'test/webhooks/{sqlite-locked,sqlite-source,sqlite-steps,sqlite-store}.test.ts',
      'test/webhooks/{transaction-guard,transactions-in-hand}.test.ts',
      'test/intake/{sqlite-pending-effects,whole-table}.test.ts',
    ],
  },
  inbox: {
    mutate: ['src/webhooks/{inbox,signature}/**/*.ts', '!src/webhooks/inbox/postgres-*.ts'],
    tests: [
      'test/inbox/{inboxes,reconcile,reconcile.property}.test.ts',
      'test/webhooks/{mismatch-hint,mutations,secret-source,sign,signature-parts,verify}.test.ts',
      'test/{client/odd-names,webhooks/unacknowledged-cdrs}.test.ts',
    ],
  },
  intake: {
    mutate: [
      'src/intake/**/*.ts',
      '!src/intake/{ledger-*-cases,ledger-s*,postgres*,report-page,report-style}.ts',
    ],
    tests: [
      'test/intake/{answer-in-time,criteria-check,due-by-hand,entries,in-doubt,in-hand}.test.ts',
      'test/intake/{is-other-phone,lead-data,lease-ends,ledgers,no-share,orphans}.test.ts',
      'test/intake/{other-ledger,pass-error,pass-turns,received-elsewhere,report}.test.ts',
      'test/intake/{restored,resume,settle,shadow,signal,sources,sqlite-*}.test.ts',
      'test/intake/{statements,take,take-all,unreadable-row,waiting,whole-table,work}.test.ts',
    ],
  },
  archive: {
    mutate: ['src/archive/*.ts', 'src/archive/{export,search}/*.ts'],
    tests: [
      'test/archive/{archive,archive-index,archive-record,changed-archive,close-run}.test.ts',
      'test/archive/{durable,erase-record,erasure-note,export,export-rows,file-names}.test.ts',
      'test/archive/{find-in-archive,folder-listing,kept-heads,loose-lines}.test.ts',
      'test/archive/{manifest-line,manifest-parts,manifest-reading}.test.ts',
      'test/archive/{manifest-writer,other-organization,own-paths,parquet,poor-disks}.test.ts',
      'test/archive/{refused-options,restored-file,s3-vault,seal,small-parts,sync-file}.test.ts',
      'test/archive/{take-record,tally,text-map,timestamp-authority,trouble,vault-facts}.test.ts',
      'test/archive/{table-folder,verify,verify-seal}.test.ts',
    ],
  },
  calibrate: {
    mutate: ['src/calibrate/**/*.ts', '!src/calibrate/page/**'],
    // Those with many whole calibrations prove the same of all parts at once, in seconds each.
    tests: [
      'test/calibrate/{accounts,answers,asker,every-*,guard,interrupted,judging-*}.test.ts',
      'test/calibrate/{list-ends,reads-only,receives,records,report-form,report-parts}.test.ts',
      'test/calibrate/{settings,shape-of,slow-answers,small-parts,tokens,whole-run}.test.ts',
      'test/calibrate/*-{readings,statements}.test.ts',
      '!test/calibrate/hidden-readings.test.ts',
    ],
  },
};
