import { printFinding } from '../output/print-finding.ts';
import { exportLine } from './env-lines.ts';
import type { EnvFlags } from './mock-flags.ts';
import { unknownOrganization } from './organization-names.ts';
import { notAFake, RunningFake } from './running-fake.ts';

/** Anything may listen there, and a shell evaluates the answer, so the answer is checked. */
function variablesIn(answer: unknown): Record<string, string> {
  const { env } = (answer ?? {}) as { env?: unknown };
  const entries = typeof env === 'object' && env !== null ? Object.entries(env) : [];
  const isVariable = ([name, value]: [string, unknown]): boolean =>
    /^CONSENT_EVIDENCE_[A-Z_]{1,50}$/.test(name) &&
    typeof value === 'string' &&
    !value.includes('\0');
  if (entries.length > 0 && entries.every(isVariable)) return Object.fromEntries(entries);
  throw notAFake();
}

/** Asks the running fake, because only it knows the keys that it made up. */
export async function printEnv(flags: EnvFlags): Promise<void> {
  const { as, controlToken, json } = flags;
  const fake = new RunningFake(flags);
  const answer = await fake.ask(`/organizations/${encodeURIComponent(as)}/env`);
  if (answer === undefined) {
    const known = await fake.list('organizations', '/organizations').catch(() => []);
    throw unknownOrganization(
      as,
      known.map(({ organizationId }) => String(organizationId)),
    );
  }
  const env = {
    ...variablesIn(answer),
    CONSENT_EVIDENCE_CONTROL_URL: fake.controlUrl,
    ...(controlToken !== undefined && { CONSENT_EVIDENCE_CONTROL_TOKEN: controlToken }),
  };
  const lines = Object.entries(env).map(([each, value]) => exportLine(each, value));
  const finding = { ok: true, data: { env }, text: lines.join('\n') };
  printFinding({ command: 'mock env', json, now: Date.now }, finding);
}
