import { Slots } from '../platform/slots.ts';
import type { Vault, VaultLock } from './vault.ts';
import { VaultBusy } from './vault-busy.ts';
import { inVault, ManifestFailure } from './vault-failure.ts';

/** The calls of this process queue here, so that only one of them looks for the lock. */
const queues = new WeakMap<object, Slots>();

const TRIES_MAX = 3_000;
const LONGEST_PAUSE_MS = 25;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits for the lock in real time, as another process holds it: an append takes milliseconds. */
async function takeTurn(vault: Vault): Promise<VaultLock | undefined> {
  if (vault.lock === undefined || vault.growing === undefined) return undefined;
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const lock = await inVault(async () => vault.lock?.('append'));
    if (lock !== undefined) return lock;
    await pause(Math.min(tries, LONGEST_PAUSE_MS));
  }
  throw new ManifestFailure(new VaultBusy());
}

/**
 * Runs `work` while no other process appends to the manifest. A vault without such a lock has no
 * guard: there, putting a part of the manifest detects a second writer.
 */
export async function inTurn<T>(vault: Vault, work: () => Promise<T>): Promise<T> {
  let queue = queues.get(vault);
  if (queue === undefined) {
    queue = new Slots(1);
    queues.set(vault, queue);
  }
  return queue.run(async () => {
    const lock = await takeTurn(vault);
    try {
      return await work();
    } finally {
      await lock?.release();
    }
  });
}
