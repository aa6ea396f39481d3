import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where this machine has Chromium, if it has. `CHROMIUM_PATH` names it where it is elsewhere. */
export const chromiumPath: string | undefined = [
  process.env['CHROMIUM_PATH'] ?? '',
  ...PLACES,
].find(existsSync);

if (chromiumPath === undefined) {
  console.warn(
    'No Chromium here: what a browser makes of the page is not tested. See scripts/install-browser.sh',
  );
}

/** Starts it with a profile of its own, that is new and empty, and without business elsewhere. */
export function launchBrowser(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('no Chromium on this machine');
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

let ofWorker: Promise<Browser> | undefined;

/**
 * The browser that the test files of a worker share: a context of it is a profile that is new and
 * empty. It ends with the worker.
 */
export function sharedBrowser(): Promise<Browser> {
  return (ofWorker ??= launchBrowser());
}
