import { act } from '../output/act.ts';
import type { Finding } from '../output/print-finding.ts';
import { printable } from '../output/printable.ts';
import type { AccountFlags } from './account-flags.ts';
import { openAccount } from './open-account.ts';

function clockOf(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (seconds < 1) return 'in sync';
  return `${seconds} s ${skewMs < 0 ? 'ahead of' : 'behind'} the service's`;
}

/** Asks the service whether this account works from here. */
export async function runCheck(flags: AccountFlags): Promise<void> {
  await act('check', flags.json, async ({ signal, progress }): Promise<Finding> => {
    const { client, shown } = await openAccount(flags, process.env);
    progress.show(`asking ${shown.baseUrl}`);
    const { ok, ...found } = await client.check({ signal });
    const { problems, clockSkewMs, keyId, organizationName } = found;
    const lines = [
      ...(shown.profile === undefined ? [] : [`profile  ${shown.profile}`]),
      `service  ${shown.baseUrl}`,
      ...(keyId === undefined ? [] : [`key      ${keyId}`]),
      ...(organizationName === undefined ? [] : [`account  ${printable(organizationName)}`]),
      ...(clockSkewMs === undefined ? [] : [`clock    ${clockOf(clockSkewMs)}`]),
      ...problems.map(({ area, message }) => `problem  ${area}: ${message}`),
      ok ? 'ready' : 'not ready',
    ];
    return { ok, data: { ...shown, ...found }, text: lines.join('\n') };
  });
}
