import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

// The shell has no windows to draw: the tests take half the time in it.
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The path of Chromium on this machine, if any. `CHROMIUM_PATH` can name another path. */
export const chromiumPath: string | undefined = [
  process.env['CHROMIUM_PATH'] ?? '',
  ...PLACES,
].find(existsSync);

if (chromiumPath === undefined) {
  console.warn(
    'No Chromium here: what a browser makes of the page is not tested. See scripts/install-browser.sh',
  );
}

/** Starts Chromium with a new, empty profile and without background requests. */
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
 * Returns the browser that the test files of a worker share. Each context is a new, empty profile. The
 * browser ends with the worker.
 */
export function sharedBrowser(): Promise<Browser> {
  return (ofWorker ??= launchBrowser());
}
