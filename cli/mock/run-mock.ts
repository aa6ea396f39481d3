import { hostOfAddress, isLoopbackHost } from '../../mock/ground/served-hosts.ts';
import { Interruption } from '../output/interruption.ts';
import { printFinding } from '../output/print-finding.ts';
import { tell } from '../output/printable.ts';
import { talk } from '../talk/talk.ts';
import { startLocalService } from './local-service.ts';
import type { MockFlags } from './mock-flags.ts';
import { serviceText } from './service-text.ts';

/** How long an open delivery may delay the exit, once the state is saved. */
const LINGER_MS = 1000;

/** Warns about flags that are valid but may surprise. */
export function warnOf({ freeze, host, controlToken }: MockFlags): void {
  if (freeze) {
    tell(
      'warning: the clock is stopped, so renderings, deliveries and retries wait until it is advanced; webhooks are still signed with the real time, because receivers would otherwise refuse them as too old',
    );
  }
  if (!isLoopbackHost(hostOfAddress(host)) && controlToken === undefined) {
    tell('warning: the control API is closed on a non-loopback address without --control-token');
  }
}

/** Calls `end` when the input ends. The returned function stops reading it. */
function followInput(end: () => void): () => void {
  const { stdin } = process;
  // An input that breaks off has ended, too.
  for (const event of ['end', 'close', 'error']) stdin.once(event, end);
  stdin.resume();
  return () => stdin.destroy();
}

/** Runs the fake until it gets a signal to stop, or its input ends if it follows that. */
export async function runMock(flags: MockFlags): Promise<void> {
  const service = await startLocalService(flags, tell);
  // Before anything is printed: a process that reads the first line may stop us at once.
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    leaveInput?.();
    try {
      await service.close();
    } catch (error) {
      tell(`error: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    } finally {
      setTimeout(() => process.exit(), LINGER_MS).unref();
    }
  };
  new Interruption(process, () => void stop());
  const leaveInput = flags.whileStdin ? followInput(() => void stop()) : undefined;
  warnOf(flags);
  const { url, controlUrl, organizations, env } = service;
  const { as, json, quiet } = flags;
  const data = { url, controlUrl, organizations, env };
  const finding = { ok: true, data, text: serviceText(service, as) };
  printFinding({ command: 'mock', json, now: Date.now }, finding);
  if (json || quiet) return;
  process.stdout.write('\n');
  talk(service.engine, url, process.stdout);
}
