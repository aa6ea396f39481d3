import { signal } from '@preact/signals';
import { callControl, controlHeaders, tokenNeeded } from './call-control.ts';
import type { OrganizationRow } from './rows.ts';

/** The least time between two reads of a world that changes all the time. */
const REFRESH_EVERY_MS = 250;
const RECONNECT_AFTER_MS = 1000;

/**
 * Increases whenever the world may have changed. Anything that shows a part of it then reads it
 * again.
 */
export const revision = signal(0);

/** Whether this page currently gets notices of changes. */
export const isConnected = signal(true);

/** The world's time when it was last read, and the reading of this page's own clock then. */
export const clock = signal<{ now: number; running: boolean; readAt: number } | undefined>(
  undefined,
);

/** Every organization, oldest first. */
export const organizations = signal<readonly OrganizationRow[]>([]);

/** This page's own clock, read every second. Times and countdowns follow it. */
const beat = signal(performance.now());

/** Returns the world's time, which continues between two reads if the clock runs. */
export function worldNow(): number {
  const { value } = clock;
  if (value === undefined) return 0;
  return value.now + (value.running ? Math.max(0, beat.value - value.readAt) : 0);
}

async function refresh(): Promise<void> {
  const [time, known] = await Promise.all([
    callControl<{ now: number; running: boolean }>('GET', '/clock'),
    callControl<{ organizations: OrganizationRow[] }>('GET', '/organizations'),
  ]);
  clock.value = { ...time, readAt: performance.now() };
  organizations.value = known.organizations;
  revision.value += 1;
}

let isScheduled = false;

/** Reads the world again soon. Calls in quick succession are combined. */
export function refreshSoon(delayMs = 20): void {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(() => {
    // Changes made during the read are read again afterwards.
    isScheduled = false;
    void refresh().catch(() => (isConnected.value = false));
  }, delayMs);
}

/** Listens for changes until the connection breaks. */
async function listen(): Promise<void> {
  const response = await fetch('/_mock/api/events', { headers: controlHeaders() });
  if (response.status === 401) tokenNeeded.value = true;
  if (!response.ok || response.body === null) throw new Error('no feed');
  isConnected.value = true;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    // A notice says only that something changed. The rest is a heartbeat.
    if (value.includes('event: change')) {
      refreshSoon(revision.peek() === 0 ? 0 : REFRESH_EVERY_MS);
    }
  }
}

/** Follows the world for as long as the page is open. */
export async function follow(): Promise<never> {
  setInterval(() => (beat.value = performance.now()), 1000);
  for (;;) {
    await listen().catch(() => undefined);
    isConnected.value = false;
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_AFTER_MS));
  }
}
