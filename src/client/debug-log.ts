import { environmentVariable } from '../platform/environment.ts';
import type { Trace, TraceEvent } from '../transport/trace-event.ts';

/**
 * Returns plain text as it is; quotes any other, with characters that could control a terminal
 * escaped as in a URL.
 */
function shown(value: unknown): string {
  const text = String(value);
  if (/^[\w.:/+-]+$/.test(text)) return text;
  return JSON.stringify(text).replace(/[\p{C}\u2028\u2029]/gu, encodeURIComponent);
}

/** Formats one step of a call as one line, with the caller's label at the end. */
export function traceLine(event: TraceEvent): string {
  const { at, callId, operation, type, attempt, label, ...facts } = event;
  const pairs = Object.entries({ attempt, ...facts, ...(label !== undefined && { label }) });
  const told = pairs.map(([name, value]) => `${name}=${shown(value)}`);
  return `[consent-evidence] ${new Date(at).toISOString()} ${callId} ${operation} ${type} ${told.join(' ')}`;
}

/**
 * Returns `trace`, extended to print lines to stderr if the environment has
 * `CONSENT_EVIDENCE_LOG=debug`.
 */
export function withDebugLog(trace: Trace | undefined): Trace | undefined {
  if (environmentVariable('CONSENT_EVIDENCE_LOG')?.toLowerCase() !== 'debug') return trace;
  return (event) => {
    console.error(traceLine(event));
    return trace?.(event); // an async trace returns a promise; the reporter handles its rejection
  };
}
