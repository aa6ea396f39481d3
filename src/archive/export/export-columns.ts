import type { Cdr } from '../../contract/cdr.ts';
import type { RecordLine } from '../manifest-line.ts';
import { entriesOf, isMembers, textOf } from '../stranger-data.ts';

/**
 * Reads the value of a column: instants as ISO 8601 text, lists in their order. What is not as documented
 * is returned as it is, for one record must not hide all others.
 */
type Column = (cdr: Cdr, line: RecordLine) => unknown;

const instant = (value: unknown): string | undefined => {
  const date = new Date(typeof value === 'number' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

/** Returns one member of each entry of a list; `undefined` without a list. */
function each(list: unknown, name: string): readonly unknown[] | undefined {
  if (list === undefined || list === null) return undefined;
  return entriesOf(list).map((entry) => (isMembers(entry) ? entry[name] : entry));
}

const textsOf = (values: readonly unknown[] | undefined): readonly string[] | undefined =>
  values?.map((value) => textOf(value ?? ''));

const detected = (cdr: Cdr): unknown => cdr.detectedDisclosureDetails?.disclosures;

/** The columns, in order. New ones are added at the end; none is renamed or removed. */
const COLUMNS = {
  cdrId: ({ cdrId }) => cdrId,
  domainId: ({ domainId }) => domainId,
  domain: ({ domain }) => domain,
  createdAt: ({ createdAt }) => instant(createdAt),
  capturedAt: ({ capturedAt }) => instant(capturedAt),
  organizationName: ({ organizationName }) => organizationName,
  guest: ({ guest }) => guest ?? false,
  producerOrgId: ({ producerOrgId }) => producerOrgId,
  sessionId: ({ sessionId }) => sessionId,
  packageId: ({ packageId }) => packageId,
  pageUrl: ({ pageUrl }) => pageUrl,
  pageTitle: ({ autoMetadata }) => autoMetadata?.pageTitle,
  clientTimezone: ({ clientTimezone }) => clientTimezone,
  timeOnPageMs: ({ timeOnPageMs }) => timeOnPageMs,
  ip: ({ signerTelemetry }) => signerTelemetry?.ip,
  userAgent: ({ signerTelemetry }) => signerTelemetry?.userAgent,
  countryCode: ({ signerTelemetry }) => signerTelemetry?.geo?.countryCode,
  region: ({ signerTelemetry }) => signerTelemetry?.geo?.region,
  city: ({ signerTelemetry }) => signerTelemetry?.geo?.city,
  phones: ({ autoMetadata }) => autoMetadata?.phones,
  firstNames: ({ autoMetadata }) => autoMetadata?.firstNames,
  lastNames: ({ autoMetadata }) => autoMetadata?.lastNames,
  submissionDetected: (cdr) => cdr.detectedDisclosureDetails !== undefined,
  disclosureTexts: (cdr) => each(detected(cdr), 'text'),
  consentMechanisms: (cdr) => textsOf(each(detected(cdr), 'consentMechanism')),
  checkboxesAffirmed: (cdr) => textsOf(each(detected(cdr), 'checkboxAffirmed')),
  declaredTexts: ({ disclosures }) => each(disclosures, 'language'),
  declaredAgreed: ({ disclosures }) => textsOf(each(disclosures, 'agreed')),
  customMetadata: ({ customMetadata }) => customMetadata && textOf(customMetadata),
  fetchedAt: (_cdr, { fetchedAt }) => instant(fetchedAt),
  requestId: (_cdr, { requestId }) => requestId,
  recordPath: (_cdr, { record }) => record.path,
  recordSha256: (_cdr, { record }) => record.sha256,
  imagePath: (_cdr, { image }) => image?.path,
  imageBytes: (_cdr, { image }) => image?.bytes,
  imageSha256: (_cdr, { image }) => image?.sha256,
} as const satisfies Readonly<Record<string, Column>>;

/** The name of a column. */
export type ExportColumn = keyof typeof COLUMNS;

/**
 * The columns of {@link exportArchive}, in order. They are stable: new ones are added at the end, and
 * none is renamed, moved or removed.
 *
 * @example
 * ```ts
 * console.log(EXPORT_COLUMNS.join(',')); // cdrId,domainId,domain,createdAt,…
 * ```
 */
export const EXPORT_COLUMNS = Object.keys(COLUMNS) as readonly ExportColumn[];

/** Returns the cells of a record. */
export function exportRow(cdr: Cdr, line: RecordLine): Record<ExportColumn, unknown> {
  const cells = Object.entries<Column>(COLUMNS).map(([name, of]) => [name, of(cdr, line) ?? null]);
  return Object.fromEntries(cells) as Record<ExportColumn, unknown>;
}
