import { act, type Finding } from '../output/act.ts';
import type { AccountFlags } from './account-flags.ts';
import { openAccount } from './open-account.ts';

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

/** Asks the service whether this account works from here. */
export async function runCheck(flags: AccountFlags): Promise<void> {
  await act(flags.json, async ({ signal, progress }): Promise<Finding> => {
    const { client, shown } = await openAccount(flags, process.env);
    progress.show(`asking ${shown.baseUrl}`);
    const { ok, problems, clockSkewMs } = await client.check({ signal });
    const skew = clockSkewMs === undefined ? {} : { clockSkewMs };
    const lines = [
      ...(shown.profile === undefined ? [] : [`profile  ${shown.profile}`]),
      `service  ${shown.baseUrl}`,
      ...(clockSkewMs === undefined ? [] : [`clock    ${seconds(clockSkewMs)} apart`]),
      ...problems.map(({ area, message }) => `problem  ${area}: ${message}`),
      ok ? 'ready' : 'not ready',
    ];
    return { ok, report: { ...shown, problems, ...skew }, text: lines.join('\n') };
  });
}
