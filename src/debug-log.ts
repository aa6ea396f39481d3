import { environmentVariable } from './environment.ts';
import type { Trace, TraceEvent } from './transport/trace-event.ts';

/** As it is where it is plain, else quoted, with what could steer a terminal escaped as in a URL. */
function shown(value: unknown): string {
  const text = String(value);
  if (/^[\w.:/+-]+$/.test(text)) return text;
  return JSON.stringify(text).replace(/[\p{C}\u2028\u2029]/gu, encodeURIComponent);
}

/** One line for one step of a call; the caller's own word for it at the end. */
export function traceLine(event: TraceEvent): string {
  const { at, callId, operation, type, attempt, label, ...facts } = event;
  const pairs = Object.entries({ attempt, ...facts, ...(label !== undefined && { label }) });
  const told = pairs.map(([name, value]) => `${name}=${shown(value)}`);
  return `[consent-evidence] ${new Date(at).toISOString()} ${callId} ${operation} ${type} ${told.join(' ')}`;
}

/** `trace`, and beside it lines on stderr where the environment has `CONSENT_EVIDENCE_LOG=debug`. */
export function withDebugLog(trace: Trace | undefined): Trace | undefined {
  if (environmentVariable('CONSENT_EVIDENCE_LOG')?.toLowerCase() !== 'debug') return trace;
  return (event) => {
    console.error(traceLine(event));
    return trace?.(event); // an async one gives a promise, whose rejection is the reporter's
  };
}
