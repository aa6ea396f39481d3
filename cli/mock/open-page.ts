import { spawn } from 'node:child_process';
import { RESERVED_PREFIX } from '../../mock/ground/urls.ts';
import { printFinding } from '../output/print-finding.ts';
import { tell } from '../output/printable.ts';
import type { OpenFlags } from './mock-flags.ts';
import { RunningFake } from './running-fake.ts';

/** The program of each system that opens an address; on others, the one of most desktops. */
const OPENERS = new Map(
  Object.entries<readonly [command: string, ...before: string[]]>({
    darwin: ['open'],
    win32: ['cmd', '/c', 'start', ''],
  }),
);

/** Starts the system's browser, which outlives this process. Resolves to whether that was possible. */
function browse(url: string): Promise<boolean> {
  const [command, ...before] = OPENERS.get(process.platform) ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(command, [...before, url], { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

/** Opens the inspector of a running fake, and prints its address for those without a browser here. */
export async function openPage(flags: OpenFlags): Promise<void> {
  const fake = new RunningFake(flags);
  await fake.ask('/clock'); // a browser would say less clearly that there is no fake
  const url = `${fake.url}${RESERVED_PREFIX}/`;
  const finding = { ok: true, data: { url }, text: url };
  printFinding({ command: 'mock open', json: flags.json, now: Date.now }, finding);
  if (flags.json || (await browse(url))) return;
  tell('no browser could be started; open the address yourself');
}
