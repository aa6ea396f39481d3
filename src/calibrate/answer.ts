import type { RawReply } from '../transport/raw-call.ts';
import { shapeOf, shownCode } from './shape-of.ts';

/** A response of the service, with its body parsed. */
export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** The parsed body; `undefined` if it is not JSON. */
  readonly json: unknown;
  /** `data` of a success. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** `error` of a failure. */
  readonly error: Readonly<Record<string, unknown>> | undefined;
  /** `error.code`. */
  readonly code: string | undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the members of a JSON object, or `undefined` for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value as Record<string, unknown>;
}

/** Returns `value` if it is a list, and an empty list otherwise. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

export function answerOf({ status, headers, text }: RawReply): Answer {
  const json = parse(text);
  const envelope = membersOf(json);
  const error = envelope?.['ok'] === false ? membersOf(envelope['error']) : undefined;
  const code = error?.['code'];
  return {
    status,
    headers,
    text,
    json,
    error,
    data: envelope?.['ok'] === true ? membersOf(envelope['data']) : undefined,
    code: typeof code === 'string' ? code : undefined,
  };
}

/** Describes only the form of a response: its status, code, and the body's member names and types. */
export function shapeOfAnswer({ status, code, json, text }: Answer): string {
  if (code !== undefined) return `${status} ${shownCode(code)}`;
  if (json !== undefined) return `${status} ${shapeOf(json)}`;
  return text === '' ? `${status} without a body` : `${status} with a body that is not JSON`;
}
