import { signal } from '@preact/signals';
import { ControlFailure } from './control-failure.ts';
import type { Issue } from './rows.ts';

const STORED_UNDER = 'consent-evidence-control-token';

/** The control token, where this server demands one. It is kept for as long as the tab is open. */
const controlToken = signal(sessionStorage.getItem(STORED_UNDER) ?? '');

/** Whether the last call was refused for want of the right token. */
export const tokenNeeded = signal(false);

export function keepControlToken(token: string): void {
  sessionStorage.setItem(STORED_UNDER, token);
  controlToken.value = token;
  tokenNeeded.value = false;
}

/** What every call to the control API carries. */
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
  const response = await fetch(`/_mock/api${path}`, {
    method,
    headers: {
      ...controlHeaders(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ControlFailure(0, 'UNREACHABLE', 'cannot reach the fake; has it been stopped?');
  });
  if (response.ok) return response;
  throw await refusalOf(response);
}

/**
 * Reads from the control API what is no JSON.
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
