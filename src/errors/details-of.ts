import type {
  AcceptanceFailedDetails,
  AcceptanceFailure,
  InvalidArgumentDetails,
} from '../contract/acceptance-failure.ts';

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NAMES = ['ruleId', 'status', 'code'] as const;

function isFailure(value: unknown): value is AcceptanceFailure {
  return isFields(value) && NAMES.every((name) => typeof value[name] === 'string');
}

/** Returns an entry with any missing text as an empty one; nothing for what is not an object. */
function completed(entry: unknown): AcceptanceFailure[] {
  if (isFailure(entry)) return [entry];
  if (!isFields(entry)) return [];
  const texts = NAMES.map((name) => [name, typeof entry[name] === 'string' ? entry[name] : '']);
  return [{ ...entry, ...(Object.fromEntries(texts) as Record<(typeof NAMES)[number], string>) }];
}

function acceptanceDetails(details: unknown): AcceptanceFailedDetails {
  const given = isFields(details) ? details : {};
  const { outcome, failures } = given;
  const list = Array.isArray(failures) ? failures : [];
  const isWhole = Array.isArray(failures) && list.every(isFailure);
  if (typeof outcome === 'string' && isWhole) return details as AcceptanceFailedDetails;
  const said = typeof outcome === 'string' ? outcome : 'rejected';
  return { ...given, outcome: said, failures: list.flatMap(completed) };
}

function argumentDetails(details: unknown): InvalidArgumentDetails | undefined {
  if (details === undefined || details === null) return undefined;
  // Keep what was said about the argument: an issue may have any form.
  if (!isFields(details)) return { issues: Array.isArray(details) ? details : [details] };
  if (Array.isArray(details['issues'])) return details as unknown as InvalidArgumentDetails;
  return { ...details, issues: [] };
}

/**
 * Returns the details of a refusal in the shape that its code is typed with. No reply's details can
 * be relied on (spec §2.1), and the code that reads them is in a `catch`. Details that are as
 * documented stay the reply's own object.
 */
export function detailsOf(code: string, details: unknown): unknown {
  if (code === 'CDR_ACCEPTANCE_FAILED') return acceptanceDetails(details);
  return code === 'INVALID_ARGUMENT' ? argumentDetails(details) : details;
}
