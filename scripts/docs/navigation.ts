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
  { title: 'Start', guides: ['getting-started', 'versions'] },
  { title: 'Produce', guides: ['producing-and-sharing'] },
  {
    title: 'Receive',
    guides: [
      'lead-intake',
      'receiving-and-acceptance',
      'held-leads',
      'what-were-we-charged-for',
      'finding-evidence',
      'archive',
      'auditing',
    ],
  },
  {
    title: 'Webhooks',
    guides: [
      'webhooks',
      'webhooks-exactly-once',
      'webhooks-queue',
      'webhooks-at-least-once',
      'which-engine',
    ],
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
