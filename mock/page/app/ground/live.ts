import { signal } from '@preact/signals';
import { callControl, controlHeaders, tokenNeeded } from './call-control.ts';
import { OWN_PATH } from './own-path.ts';
import type { OrganizationRow } from './rows.ts';

/** The least time between two reads of a world that changes all the time. */
const REFRESH_EVERY_MS = 250;
const RECONNECT_AFTER_MS = 1000;
/** Long enough to miss two heartbeats of the feed: nothing else shows that the connection is lost. */
const SILENT_MAX_MS = 40_000;

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

/** Returns the organization's name, or its id while the name is not known. */
export function nameOf(organizationId: string): string {
  const found = organizations.value.find((each) => each.organizationId === organizationId);
  return found?.name ?? organizationId;
}

/** This page's own clock, read every second. Times and countdowns follow it. */
const beat = signal(performance.now());

/** Returns the world's time, which continues between two reads if the clock runs. */
export function worldNow(): number {
  const { value } = clock;
  if (value === undefined) return 0;
  return value.now + (value.running ? Math.max(0, beat.value - value.readAt) : 0);
}

/** Why a page lets go of its connection. */
const HIDDEN = 'hidden';

let feed = new AbortController();
let heardAt = 0;

async function refresh(): Promise<void> {
  const [time, known] = await Promise.all([
    callControl<{ now: number; running: boolean }>('GET', '/clock'),
    callControl<{ organizations: OrganizationRow[] }>('GET', '/organizations'),
  ]);
  clock.value = { ...time, readAt: performance.now() };
  organizations.value = known.organizations;
  isConnected.value = true;
  revision.value += 1;
}

let isScheduled = false;
let lastRead = Promise.resolve();

/** Reads the world again soon. Calls in quick succession are combined. */
export function refreshSoon(delayMs = 20): void {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(() => {
    // One read after the other, so that no earlier answer replaces a later one.
    lastRead = lastRead.then(async () => {
      // Changes made during the read are read again afterwards.
      isScheduled = false;
      // A new connection begins with a notice, so the read is tried again.
      await refresh().catch(() => feed.abort());
    });
  }, delayMs);
}

/** Listens for changes until the connection breaks. */
async function listen(signal: AbortSignal): Promise<void> {
  heardAt = performance.now();
  const response = await fetch(`${OWN_PATH}/api/events`, { headers: controlHeaders(), signal });
  if (response.status === 401) tokenNeeded.value = true;
  if (!response.ok || response.body === null) throw new Error('no feed');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heardAt = performance.now();
    text += value;
    // A notice says only that something changed. The rest is a heartbeat.
    if (text.includes('event: change')) {
      refreshSoon(revision.peek() === 0 ? 0 : REFRESH_EVERY_MS);
    }
    // What has not ended yet goes on in the next piece.
    text = text.slice(text.lastIndexOf('\n') + 1);
  }
}

/** Resolves as soon as the page is visible. */
async function seen(): Promise<void> {
  while (document.hidden) {
    await new Promise((resolve) => {
      document.addEventListener('visibilitychange', resolve, { once: true });
    });
  }
}

/**
 * Follows the world for as long as the page is open. A hidden page lets go of its connection, since
 * a browser has only six to one server, for all tabs together, and reads the world when it is seen
 * again.
 */
export async function follow(): Promise<never> {
  setInterval(() => {
    beat.value = performance.now();
    if (beat.value - heardAt > SILENT_MAX_MS) feed.abort();
  }, 1000);
  document.addEventListener('visibilitychange', () => document.hidden && feed.abort(HIDDEN));
  // A tab that is opened in the background shows something too.
  if (document.hidden) refreshSoon(0);
  for (;;) {
    await seen();
    feed = new AbortController();
    await listen(feed.signal).catch(() => undefined);
    if (feed.signal.reason === HIDDEN) continue;
    isConnected.value = false;
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_AFTER_MS));
  }
}
