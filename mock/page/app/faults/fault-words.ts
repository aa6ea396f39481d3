import { formatMs } from '../ground/format.ts';
import type { FaultRow } from '../ground/rows.ts';

function answerOf({ drop, status, code, retryAfterSeconds }: FaultRow): string[] {
  if (drop) return ['drops the connection'];
  if (status === null && code === null) return [];
  const answer = `returns ${[status, code].filter((part) => part !== null).join(' ')}`;
  return [retryAfterSeconds === null ? answer : `${answer}, Retry-After ${retryAfterSeconds} s`];
}

const TARGETS = new Map(
  Object.entries({
    '/v1': 'every operation below /v1',
    '*': 'everything',
  }),
);

/** What the name of an operation does not say by itself. */
const NOTES = new Map(
  Object.entries({
    'cdrs.download': ', the image itself',
    'shares.dashboardUrl': ', the redirect',
    '*': ', image downloads too',
  }),
);

/** Returns the name of an operation in a list of choices. */
export function targetChoice(operation: string): string {
  return (TARGETS.get(operation) ?? operation) + (NOTES.get(operation) ?? '');
}

/** Returns what a fault strikes, in words. */
export function faultTarget({ operation, cdrId, organizationId }: FaultRow): string {
  const record = cdrId === null ? '' : ` about ${cdrId}`;
  const organization = organizationId === null ? '' : ` by ${organizationId}`;
  return (TARGETS.get(operation) ?? operation) + record + organization;
}

/** Returns what a fault does, in words. */
export function faultWords(fault: FaultRow): string {
  const parts = [
    ...(fault.delayMs > 0 ? [`waits ${formatMs(fault.delayMs)}`] : []),
    ...answerOf(fault),
  ];
  return parts.length === 0 ? 'does nothing' : parts.join(', then ');
}
