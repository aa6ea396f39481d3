import { signal } from '@preact/signals';
import { ControlFailure } from './control-failure.ts';
import { OWN_PATH } from './own-path.ts';
import type { Issue } from './rows.ts';

/** A read takes far less; an action may wait for receivers. */
const READ_WITHIN_MS = 30_000;

const STORED_UNDER = 'consent-evidence-control-token';

/** The control token, if this server demands one. Kept until the tab is closed. */
const controlToken = signal(sessionStorage.getItem(STORED_UNDER) ?? '');

/** Whether a call was refused because the control token was missing or wrong. */
export const tokenNeeded = signal(false);

/**
 * Keeps the control token, if the fake takes it.
 *
 * @throws Error if the fake refuses it.
 */
export async function keepControlToken(token: string): Promise<void> {
  // A header cannot hold anything else, so no fake has such a token.
  if (!/^[!-~]+$/.test(token)) throw new Error('A control token has only ASCII characters.');
  controlToken.value = token;
  await callControl('GET', '/clock').catch((failure: unknown) => {
    const isRefused = failure instanceof ControlFailure && failure.status === 401;
    throw isRefused ? new Error('The fake refused this token.') : failure;
  });
  sessionStorage.setItem(STORED_UNDER, token);
  tokenNeeded.value = false;
}

/** Returns the headers of every call to the control API. */
export function controlHeaders(): Record<string, string> {
  return controlToken.value === '' ? {} : { authorization: `Bearer ${controlToken.value}` };
}

interface ErrorBody {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly issues?: readonly Issue[];
  };
}

async function refusalOf(response: Response): Promise<ControlFailure> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  if (response.status === 401) tokenNeeded.value = true;
  const { code = 'UNKNOWN', message = `the fake answered ${response.status}` } = body.error ?? {};
  return new ControlFailure(response.status, code, message, body.error?.issues);
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(`${OWN_PATH}/api${path}`, {
    method,
    headers: { ...controlHeaders(), 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal: method === 'GET' ? AbortSignal.timeout(READ_WITHIN_MS) : null,
  }).catch(() => {
    throw new ControlFailure(0, 'UNREACHABLE', 'cannot reach the fake; has it been stopped?');
  });
  if (response.ok) return response;
  throw await refusalOf(response);
}

/**
 * Reads a response of the control API that is not JSON.
 *
 * @throws ControlFailure
 */
export function readControl(path: string): Promise<Response> {
  return send('GET', path);
}

/**
 * Calls the control API.
 *
 * @throws ControlFailure
 */
export async function callControl<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await send(method, path, body)).json()) as T;
}
