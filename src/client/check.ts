import { endpoints } from '../contract/endpoints.ts';
import { listedNames, oddName } from '../contract/listed-names.ts';
import { type ApiError, isApiError } from '../errors/api-error.ts';
import {
  AbortError,
  ConnectionError,
  TimeoutError,
  UnexpectedReplyError,
} from '../errors/call-errors.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { Clock } from '../platform/clock.ts';
import { type CallOptions, checkedCall } from '../transport/call-options.ts';
import { endpointCall } from '../transport/endpoint-call.ts';
import type { Send } from '../transport/outgoing.ts';
import { dateOf } from '../transport/retry-after.ts';

/** One problem between this client and the API. */
export interface CheckProblem {
  /** The part of the setup to look at. */
  area: 'connection' | 'baseUrl' | 'apiKey' | 'access' | 'clock';
  /** In plain words, with what to do. Never contains a secret. */
  message: string;
}

/** What `client.check()` found. */
export interface CheckReport {
  /** Whether no problem was found. */
  ok: boolean;
  /** The problems found; empty if there are none. */
  problems: CheckProblem[];
  /**
   * How far the service's clock is ahead of the client's, in milliseconds but exact only to a
   * second, as the `Date` header is. Absent if no reply had that header.
   */
  clockSkewMs?: number;
  /** The public half of the key that was used (spec §5). */
  keyId?: string;
  /** The key's organization, as one of its records names it; absent if it has none. */
  organizationName?: string;
}

/**
 * A clock that is further off than this will cause webhooks to be refused sooner or later: they are
 * valid for 300 s (spec §6.2).
 */
const SKEW_MAX_MS = 60_000;

function apiProblem({ code, status, message }: ApiError): CheckProblem {
  if (status === 429 || status >= 500) {
    return { area: 'connection', message: `the service cannot answer now: ${message}` };
  }
  if (status === 401) {
    return { area: 'apiKey', message: 'the service does not know this API key; it may be revoked' };
  }
  if (code === 'API_ACCESS_DISABLED') {
    return { area: 'access', message: 'API access is switched off for the organization' };
  }
  if (status === 403) {
    return { area: 'access', message: `the key is known but may not list domains: ${message}` };
  }
  const text =
    'the service has no /v1/domains there; is a path prefix missing, or is there an extra one?';
  if (status === 404 || status === 405) return { area: 'baseUrl', message: text };
  return { area: 'connection', message: `the service refused a plain request: ${message}` };
}

function replyProblem({ status, message }: UnexpectedReplyError): CheckProblem {
  const busy = status === 429 || status >= 500;
  return { area: busy ? 'connection' : 'baseUrl', message };
}

/** Returns what an error says about the configuration; `undefined` if nothing. */
function problemOf(error: unknown): CheckProblem[] | undefined {
  if (error instanceof InvalidInputError) {
    const problems = error.issues.flatMap(({ path, message }): CheckProblem[] =>
      path === 'apiKey' || path === 'baseUrl'
        ? [{ area: path, message: `${path} ${message}` }]
        : [],
    );
    return problems.length > 0 ? problems : undefined;
  }
  if (isApiError(error)) return [apiProblem(error)];
  if (error instanceof UnexpectedReplyError) return [replyProblem(error)];
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return [{ area: 'connection', message: error.message }];
  }
  return undefined;
}

/** So many domains are asked for a record: one may be listed before its first record (spec §4.1). */
const DOMAINS_ASKED = 3;
/** The name of an organization that cannot be read (spec §2.3). */
const UNREADABLE = 'Organization';

/**
 * Returns the name of the key's organization, which only a record tells; `undefined` if none does.
 * That is no problem of the configuration.
 */
async function organizationOf(
  send: Send,
  domains: readonly string[],
  options: CallOptions,
): Promise<string | undefined> {
  const once = { ...options, maxRetries: 0 };
  try {
    for (const domainId of listedNames(domains).names.slice(0, DOMAINS_ASKED)) {
      const inputs = { params: { domainId }, query: { pageSize: '1' } };
      const { data } = await send(endpointCall(endpoints.listCdrs, inputs), once);
      const cdrId = data.cdrs[0]?.cdrId;
      if (cdrId === undefined || oddName(cdrId) !== undefined) continue;
      const answer = await send(endpointCall(endpoints.getCdr, { params: { cdrId } }), once);
      const { organizationName } = answer.data.cdr;
      if (typeof organizationName !== 'string') return undefined;
      return organizationName === UNREADABLE ? undefined : organizationName;
    }
  } catch (error) {
    if (error instanceof AbortError) throw error;
  }
  return undefined;
}

/** Lists the domains, reads a record, and says in plain words what is wrong. */
export async function runCheck(
  send: Send,
  clock: Clock,
  options: CallOptions | undefined,
): Promise<CheckReport> {
  const given = checkedCall(options, 'domains.list');
  const problems: CheckProblem[] = [];
  let clockSkewMs: number | undefined;
  let keyId: string | undefined;
  let domains: readonly string[] = [];
  const onKeyId = (id: string): void => {
    keyId = id;
  };
  const call = endpointCall(endpoints.listDomains, { params: {} });
  const read: typeof call.read = (response, context) => {
    const date = dateOf(response.headers, clock.now());
    if (date !== undefined) clockSkewMs = date - Math.floor(clock.now() / 1000) * 1000;
    return call.read(response, context);
  };
  try {
    const answer = await send({ ...call, read, onKeyId }, given);
    domains = answer.data.domains;
  } catch (error) {
    const found = problemOf(error);
    if (found === undefined) throw error;
    problems.push(...found);
  }
  if (clockSkewMs !== undefined && Math.abs(clockSkewMs) > SKEW_MAX_MS) {
    const side = clockSkewMs > 0 ? 'behind' : 'ahead of';
    const seconds = Math.round(Math.abs(clockSkewMs) / 1000);
    const message = `this machine's clock is ${seconds} s ${side} the service's; correct it`;
    problems.push({ area: 'clock', message });
  }
  const organizationName = await organizationOf(send, domains, given);
  return {
    ok: problems.length === 0,
    problems,
    ...(clockSkewMs !== undefined && { clockSkewMs }),
    ...(keyId !== undefined && { keyId }),
    ...(organizationName !== undefined && { organizationName }),
  };
}
