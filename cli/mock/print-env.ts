import { hostOfAddress, isUnspecifiedHost } from '../../mock/ground/served-hosts.ts';
import { RESERVED_PREFIX } from '../../mock/ground/urls.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { printFinding, RunFailure } from '../output/print-finding.ts';
import { exportLine } from './env-lines.ts';
import type { EnvFlags } from './mock-flags.ts';
import { unknownOrganization } from './organization-names.ts';

const ANSWER_WITHIN_MS = 10_000;

/** What a 404 of the control API is turned into. */
const NO_SUCH = Symbol('no such organization');

/** Anything may listen there, and a shell evaluates the answer, so the answer is checked. */
function variablesIn(answer: unknown): Record<string, string> {
  const { env } = (answer ?? {}) as { env?: unknown };
  const entries = typeof env === 'object' && env !== null ? Object.entries(env) : [];
  const isVariable = ([name, value]: [string, unknown]): boolean =>
    /^CONSENT_EVIDENCE_[A-Z_]{1,50}$/.test(name) &&
    typeof value === 'string' &&
    !value.includes('\0');
  if (entries.length > 0 && entries.every(isVariable)) {
    return Object.fromEntries(entries);
  }
  throw new RunFailure('the server there is not a fake of this version');
}

/** The ids in an answer to `GET /organizations`. */
function idsIn(answer: unknown): string[] {
  const { organizations } = (answer ?? {}) as { organizations?: unknown };
  if (!Array.isArray(organizations)) return [];
  return (organizations as { organizationId?: unknown }[])
    .map((each) => each?.organizationId)
    .filter((id) => typeof id === 'string');
}

/** Turns a refusal of the control API into the error of the flag that it is about. */
function refusalOf(code: unknown, controlToken: string | undefined): Error | undefined {
  switch (code) {
    case 'UNAUTHENTICATED':
      return invalidInput(
        '--control-token',
        controlToken === undefined ? 'the fake requires one' : 'the fake has a different token',
      );
    case 'CONTROL_TOKEN_NEEDED':
      return new RunFailure(
        'the fake can be reached from other machines and has no control token; start it with --control-token',
      );
    case 'FOREIGN_HOST':
      return invalidInput(
        '--host',
        'the fake does not serve this host name; start it with --allow-host NAME',
      );
    default:
      return undefined;
  }
}

async function askFor(target: string, controlToken: string | undefined): Promise<unknown> {
  const headers = controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` };
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const reply = await fetch(target, { headers, signal, redirect: 'error' }).catch(() => {
    const { origin } = new URL(target);
    throw new RunFailure(`no fake is running at ${origin}; start one with: consent-evidence mock`);
  });
  const answer: unknown = await reply.json().catch(() => undefined);
  if (reply.ok) return answer;
  const { error } = (answer ?? {}) as { error?: { code?: unknown } };
  const refusal = refusalOf(error?.code, controlToken);
  if (refusal !== undefined) throw refusal;
  return error?.code === 'NOT_FOUND' ? NO_SUCH : answer;
}

/** Returns what the fake says of one organization; if it has no such one, names those that it has. */
async function askForOrganization(controlUrl: string, { as, controlToken }: EnvFlags) {
  const target = `${controlUrl}/organizations/${encodeURIComponent(as)}/env`;
  if (!URL.canParse(target)) throw invalidInput('--host', 'expected a host name or address');
  const answer = await askFor(target, controlToken);
  if (answer !== NO_SUCH) return answer;
  throw unknownOrganization(as, idsIn(await askFor(`${controlUrl}/organizations`, controlToken)));
}

/** Asks the running fake, because only it knows the keys that it made up. */
export async function printEnv(flags: EnvFlags): Promise<void> {
  const { port, controlToken, json } = flags;
  const host = hostOfAddress(flags.host);
  const name = isUnspecifiedHost(host) ? '127.0.0.1' : host;
  const controlUrl = `http://${name}:${port}${RESERVED_PREFIX}/api`;
  const env = {
    ...variablesIn(await askForOrganization(controlUrl, flags)),
    CONSENT_EVIDENCE_CONTROL_URL: controlUrl,
    ...(controlToken !== undefined && { CONSENT_EVIDENCE_CONTROL_TOKEN: controlToken }),
  };
  const lines = Object.entries(env).map(([each, value]) => exportLine(each, value));
  const finding = { ok: true, data: { env }, text: lines.join('\n') };
  printFinding({ command: 'mock env', json, now: Date.now }, finding);
}
