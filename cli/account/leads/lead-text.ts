import type { LeadName } from '../../../src/intake/index.ts';
import { RunFailure } from '../../output/print-finding.ts';

/** Formats an instant as `2026-01-05 12:00:00Z`. */
export function instantText(at: number): string {
  return new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z');
}

/** Writes the name of a lead as people read it. */
export const leadText = ({ source, leadId }: LeadName): string =>
  source === '' ? leadId : `${leadId} of ${source}`;

/** Waits for work that ends with an error of its own when it is interrupted. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted && error === signal.reason) throw new RunFailure('interrupted');
    throw error;
  }
}
