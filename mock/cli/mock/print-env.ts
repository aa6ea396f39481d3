import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { hostOfAddress, isUnspecifiedHost } from '../../ground/served-hosts.ts';
import { RESERVED_PREFIX } from '../../ground/urls.ts';
import { printableJson } from '../printable.ts';
import { RunFailure } from '../run-failure.ts';
import { exportLine } from './env-lines.ts';
import type { EnvFlags } from './mock-flags.ts';

const ANSWER_WITHIN_MS = 10_000;

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

/** Turns a refusal of the control API into the error of the flag that it is about. */
function refusalOf(
  answer: unknown,
  { as, controlToken }: Pick<EnvFlags, 'as' | 'controlToken'>,
): Error | undefined {
  switch ((answer as { error?: { code?: unknown } } | undefined)?.error?.code) {
    case 'NOT_FOUND':
      return invalidInput('--as', `the fake has no organization "${as}"`);
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

async function askFor(target: string, flags: EnvFlags): Promise<unknown> {
  const { controlToken } = flags;
  const headers = controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` };
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const reply = await fetch(target, { headers, signal, redirect: 'error' }).catch(() => {
    const { origin } = new URL(target);
    throw new RunFailure(`no fake is running at ${origin}; start one with: consent-evidence mock`);
  });
  const answer: unknown = await reply.json().catch(() => undefined);
  const refusal = reply.ok ? undefined : refusalOf(answer, flags);
  if (refusal !== undefined) throw refusal;
  return answer;
}

/** Asks the running fake, because only it knows the keys that it made up. */
export async function printEnv(flags: EnvFlags): Promise<void> {
  const { as, port, controlToken, json } = flags;
  const host = hostOfAddress(flags.host);
  const name = isUnspecifiedHost(host) ? '127.0.0.1' : host;
  const controlUrl = `http://${name}:${port}${RESERVED_PREFIX}/api`;
  const target = `${controlUrl}/organizations/${encodeURIComponent(as)}/env`;
  if (!URL.canParse(target)) throw invalidInput('--host', 'expected a host name or address');
  const env = {
    ...variablesIn(await askFor(target, flags)),
    CONSENT_EVIDENCE_CONTROL_URL: controlUrl,
    ...(controlToken !== undefined && { CONSENT_EVIDENCE_CONTROL_TOKEN: controlToken }),
  };
  const lines = Object.entries(env).map(([each, value]) => exportLine(each, value));
  process.stdout.write(`${json ? printableJson(env) : lines.join('\n')}\n`);
}
