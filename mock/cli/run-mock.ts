import { hostOfAddress, isLoopbackHost } from '../control/served-hosts.ts';
import { RESERVED_PREFIX } from '../serve-options.ts';
import { linesOf } from './environment.ts';
import { type LocalService, startLocalService } from './local-service.ts';
import type { MockFlags } from './mock-flags.ts';
import { writeEnvFile } from './write-env-file.ts';

/** How long an open delivery may still hold up the end. */
const LINGER_MS = 1000;

/** To the error output: the other one is for scripts. */
export function tell(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** What is legal and may surprise. */
export function warnOf({ freeze, host, controlToken }: MockFlags): void {
  if (freeze) {
    tell(
      'warning: the clock stands still, so renderings, deliveries and retries wait until it is advanced; webhooks are signed with real time all the same, or receivers would refuse them as too old',
    );
  }
  if (!isLoopbackHost(hostOfAddress(host)) && controlToken === undefined) {
    tell('warning: beyond loopback the control API stays closed without --control-token');
  }
}

function textOf({ url, controlUrl, organizations, env }: LocalService): string {
  const general = Object.entries(env).filter(([name]) =>
    /^CONSENT_EVIDENCE_(?:API_KEY|BASE_URL|WEBHOOK_SECRET|CONTROL_URL)$/.test(name),
  );
  const blocks = organizations.map(({ organizationId, name }) => {
    const part = organizationId.replace(/[^A-Za-z0-9]/g, '_').toUpperCase();
    const own = Object.entries(env).filter(([variable]) =>
      [`CONSENT_EVIDENCE_${part}_API_KEY`, `CONSENT_EVIDENCE_${part}_WEBHOOK_SECRET`].includes(
        variable,
      ),
    );
    return [`# ${name} (${organizationId})`, ...linesOf(Object.fromEntries(own))].join('\n');
  });
  const [first] = organizations;
  return [
    [
      `The fake service listens on ${url} (Ctrl-C stops it)`,
      `Look into it at ${url}${RESERVED_PREFIX}/`,
      `The control API is described at ${controlUrl}/openapi.json`,
    ].join('\n'),
    [`# as ${first?.name ?? 'nobody'}`, ...linesOf(Object.fromEntries(general))].join('\n'),
    ...blocks,
  ].join('\n\n');
}

/** Runs the fake until it is told to stop. */
export async function runMock(flags: MockFlags): Promise<void> {
  const service = await startLocalService(flags, tell);
  // Before anything is printed: whoever reads the first line may stop us at once.
  const stop = async (): Promise<void> => {
    await service.close();
    setTimeout(() => process.exit(), LINGER_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stop().catch((error: unknown) => {
        tell(`error: ${error instanceof Error ? error.message : String(error)}`);
        process.exitCode = 1;
      });
    });
  }
  warnOf(flags);
  const { url, controlUrl, organizations, env } = service;
  await writeEnvFile(flags, service);
  const text = flags.json
    ? JSON.stringify({ url, controlUrl, organizations, env })
    : textOf(service);
  process.stdout.write(`${text}\n`);
}
