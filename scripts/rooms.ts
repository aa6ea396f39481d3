/** The rooms of `src`, lowest first, each with all that it may import from: rooms below it, and libraries. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  options: [],
  texts: [],
  contract: ['options', 'zod/mini'],
  errors: ['platform', 'options', 'contract'],
  acceptance: ['options', 'contract', 'errors'],
  readings: ['contract', 'acceptance'],
  transport: ['platform', 'options', 'contract', 'errors', 'acceptance', 'ky'],
  resources: ['platform', 'options', 'contract', 'errors', 'acceptance', 'transport'],
  client: ['platform', 'options', 'contract', 'errors', 'transport', 'resources'],
  decision: ['options', 'contract', 'errors', 'acceptance', 'resources'],
  sql: ['platform', 'options', 'errors'],
  'html-page': ['texts'],
  webhooks: ['platform', 'options', 'contract', 'errors', 'sql'],
  intake: [
    ...['platform', 'options', 'contract', 'errors', 'acceptance', 'resources', 'client'],
    ...['decision', 'sql', 'html-page'],
  ],
  archive: [
    ...['platform', 'options', 'texts', 'contract', 'errors', 'acceptance', 'resources', 'client'],
    ...['sql', 'html-page'],
  ],
  calibrate: [
    ...['platform', 'options', 'contract', 'errors', 'acceptance', 'readings', 'transport'],
    ...['resources', 'client', 'html-page', 'zod/mini'],
  ],
  otel: ['options', 'contract', 'errors', 'transport'],
  undici: ['platform', 'options', 'errors'],
};

/** What the fake may import from `src`: rooms, and single files of others. */
export const OPEN_TO_MOCK = {
  rooms: ['platform', 'options', 'texts', 'contract', 'errors', 'acceptance', 'readings'],
  files: [
    'src/webhooks/signature/sign.ts',
    'src/calibrate/readings-of.ts',
    'src/calibrate/report-schema.ts',
    'src/calibrate/report.ts',
  ],
} as const;

/** Returns `contract` for `src/contract/path.ts`; a module's own name. */
export const roomOf = (file: string): string => /^src\/([^/]+)\//.exec(file)?.[1] ?? file;
