/** The guides for one task, as file names, in reading order. */
export interface NavigationPart {
  readonly title: string;
  readonly guides: readonly string[];
}

/**
 * The menu of the site, of the package's index and of `llms.txt`. Add new guides here; a test fails for
 * a guide that is in no part.
 */
export const NAVIGATION: readonly NavigationPart[] = [
  { title: 'Start', guides: ['getting-started', 'specification', 'versions'] },
  { title: 'Share records', guides: ['producing-and-sharing'] },
  { title: 'Decide leads', guides: ['lead-intake', 'receiving-and-acceptance', 'held-leads'] },
  {
    title: 'Receive webhooks',
    guides: [
      'webhooks',
      'webhooks-exactly-once',
      'webhooks-queue',
      'webhooks-at-least-once',
      'which-engine',
    ],
  },
  {
    title: 'Evidence',
    guides: ['finding-evidence', 'archive', 'auditing', 'what-were-we-charged-for'],
  },
  {
    title: 'Test',
    guides: [
      'testing-with-the-fake',
      'local-service',
      'other-languages',
      'inspector',
      'seeds',
      'readings',
      'simulation',
      'calibration',
    ],
  },
  {
    title: 'Operate',
    guides: [
      'errors-and-retries',
      'paging-and-exports',
      'incident',
      'rotating-keys',
      'databases',
      'command-line',
      'telemetry',
      'runtimes-and-frameworks',
      'openapi',
      'undici',
      'security',
    ],
  },
];

/** The entry points of the reference by what they are for; a test fails for one that is in no part. */
export const FACES: readonly (readonly [use: string, faces: readonly string[]])[] = [
  ['Call the service', ['consent-evidence', 'consent-evidence/undici', 'consent-evidence/otel']],
  [
    'Decide leads',
    [
      'consent-evidence/intake',
      'consent-evidence/intake/sqlite',
      'consent-evidence/intake/postgres',
    ],
  ],
  [
    'Receive webhooks',
    [
      'consent-evidence/webhooks',
      'consent-evidence/webhooks/sqlite',
      'consent-evidence/webhooks/postgres',
    ],
  ],
  ['Keep evidence', ['consent-evidence/archive']],
  [
    'Test',
    [
      'consent-evidence/mock',
      'consent-evidence/mock/msw',
      'consent-evidence/mock/node',
      'consent-evidence/mock/simulate',
      'consent-evidence/calibrate',
    ],
  ],
];
