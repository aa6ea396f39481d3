import { signal } from '@preact/signals';
import { callControl, controlHeaders, tokenNeeded } from './call-control.ts';
import type { OrganizationRow } from './rows.ts';

/** Busy worlds change all the time: what is on show is read again so often at most. */
const REFRESH_EVERY_MS = 250;
const RECONNECT_AFTER_MS = 1000;

/** Goes up whenever the world may have changed: whoever shows a part of it reads it again. */
export const revision = signal(0);

/** Whether changes are heard of at the moment. */
export const isConnected = signal(true);

/** The world's time when it was last read, and where this page's own clock was then. */
export const clock = signal<{ now: number; running: boolean; readAt: number } | undefined>(
  undefined,
);

/** Every organization, oldest first. */
export const organizations = signal<readonly OrganizationRow[]>([]);

/** This page's own clock, read each second: what shows the time or counts down goes by it. */
const beat = signal(performance.now());

/** The world's time: it continues between two readings where the clock runs. */
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

/** Reads the world again, soon: calls that come together are one. */
export function refreshSoon(delayMs = 20): void {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(() => {
    // What changes while it is being read is read again afterwards.
    isScheduled = false;
    void refresh().catch(() => (isConnected.value = false));
  }, delayMs);
}

/** Listens until the line breaks. */
async function listen(): Promise<void> {
  const response = await fetch('/_mock/api/events', { headers: controlHeaders() });
  if (response.status === 401) tokenNeeded.value = true;
  if (!response.ok || response.body === null) throw new Error('no feed');
  isConnected.value = true;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    // Its notices say no more than that something changed; the rest is a heartbeat.
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
