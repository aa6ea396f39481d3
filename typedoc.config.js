import { groupByUse } from './scripts/docs/group-by-use.ts';
import { importName, nameModules } from './scripts/docs/name-modules.js';
import { FACES } from './scripts/faces.ts';
import { READING_VALUES } from './src/readings/readings.ts';

/** Each reading is described in `Readings`; the table of its values is not described once more. */
const readingValues = Object.entries(READING_VALUES).flatMap(([reading, values]) => {
  const name = `mock.READING_VALUES.__type.${reading}`;
  const range = Array.isArray(values) ? [] : Object.keys(values);
  return [name, ...range.map((key) => `${name}.__type.${key}`)];
});

/** Members of a type without a name, which the type's own description tells of. */
const members = [
  ...['AbortSignal', 'Headers', 'Request', 'Response'].flatMap((name) => [
    `src.Web${name}.__type.${name}`,
    `src.Web${name}.__type.${name}.__type.prototype`,
  ]),
  'src.WebhookHeaders.__type.get',
  'src/webhooks/sqlite.SqliteFile.__type.href',
  'src/webhooks/postgres.ClientOf.__type.connect',
  'src/webhooks.UnacknowledgedCdrsClient.domains.__type.list',
  'src/webhooks.UnacknowledgedCdrsClient.cdrs.__type.list',
  'src/webhooks.ReconcileClient.domains.__type.list',
  'src/webhooks.ReconcileClient.cdrs.__type.list',
  'src/webhooks.ReconcileClient.cdrs.__type.get',
  'src/webhooks.ReconcileClient.cdrs.__type.get.__type.guest',
  'src/webhooks.ReconcileClient.cdrs.__type.list.__type.pages.__type.cdrs',
  'src/webhooks.ReconcileClient.cdrs.__type.list.__type.pages',
  'mock.CaptureInput.autoShare.__type.expiresInMs',
  'mock.AutoSharedInput.autoShare.__type.expiresInMs',
  'mock.RenderPlan.__type.afterMs',
  'mock.RenderPlan.__type.afterReceives',
  'mock.SeedPage.__type.pageUrl',
  'mock.OrganizationRef.__type.organizationId',
];

export default {
  name: 'API reference',
  entryPoints: FACES.map(({ source }) => source),
  tsconfig: 'tsconfig.json',
  // The site around it is VitePress's: scripts/docs/build-site.ts.
  plugin: ['typedoc-plugin-markdown', nameModules, groupByUse],
  disableSources: true,
  out: 'reports/site/api',
  entryFileName: 'index',
  readme: 'none',
  hidePageHeader: true,
  indexFormat: 'table',
  useCodeBlocks: true,
  expandParameters: true,
  expandObjects: true,
  parametersFormat: 'table',
  excludePrivate: true,
  excludeInternal: true,
  excludeExternals: true,
  githubPages: false,
  hideGenerator: true,
  logLevel: 'Warn',
  // `npm run typecheck` does that.
  skipErrorChecking: true,
  treatWarningsAsErrors: true,
  validation: {
    notExported: true,
    invalidLink: true,
    invalidPath: true,
    rewrittenLink: true,
    notDocumented: true,
    unusedMergeModuleWith: true,
  },
  requiredToBeDocumented: [
    'Class',
    'Interface',
    'Function',
    'Method',
    'TypeAlias',
    'Variable',
    'Enum',
    'Property',
  ],
  intentionallyNotDocumented: [...readingValues, ...members].map(importName),
  // Tables whose keys are the type that is exported.
  intentionallyNotExported: [
    'ACCEPTANCE_FAILURE_STATUS',
    'ERROR_STATUS',
    'src/archive/export/export-columns.ts:COLUMNS',
    'mock/capture/presets.ts:table',
  ],
};
