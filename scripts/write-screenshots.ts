import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { sampleDossier } from '../test/archive/support/sample-dossier.ts';
import { launchBrowser } from '../test/page/browser/support/browser.ts';

// Takes the pictures of docs/guides/inspector.md from the built command on the demo world, with its
// clock stopped. They differ from run to run only in random identifiers.
const flags = ['--seed', 'demo', '--now', '2026-01-05T12:00:00Z', '--freeze', '--port', '0'];
const command = spawn(process.execPath, ['dist/cli.js', 'mock', ...flags, '--json'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
const [printed] = (await once(command.stdout, 'data')) as [Buffer];
const { data } = JSON.parse(printed.toString()) as { data: { url: string } };
const { url } = data;
const browser = await launchBrowser();

interface Picture {
  readonly name: string;
  readonly path: string;
  /** The text to wait for before the picture is taken. */
  readonly text: string;
  readonly act?: (page: Page) => Promise<void>;
}

async function receiveUnchecked(page: Page): Promise<void> {
  await page.getByText('With acceptance criteria').click();
  await page.getByLabel('Typical criteria').selectOption('A checkbox was checked');
  await page.getByLabel('Receive as').selectOption('acme');
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  await page.getByText('a consent checkbox was left unchecked').waitFor();
  await page.getByRole('region', { name: 'Rule by rule' }).scrollIntoViewIfNeeded();
}

async function writeCriteria(page: Page): Promise<void> {
  await page.getByLabel('Receive as').selectOption('acme');
  await page.getByLabel('Typical criteria').selectOption('The wording names the caller');
  await page.getByLabel('Every consent checkbox was checked').check();
  await page.getByLabel('Maximum age (seconds)').fill('86400000');
  await page.getByText('if 1 day was meant').first().waitFor();
}

async function addFaults(page: Page): Promise<void> {
  await page.getByLabel('Times').fill('2');
  await page.getByRole('button', { name: 'Add fault' }).click();
  await page.getByText('returns 503').filter({ visible: true }).first().waitFor();
  await fetch(`${url}/v1/domains`, { headers: { 'x-api-key': 'acme.demo-only' } });
  await page.getByLabel('Typical faults').selectOption('The response to a receive is lost');
  await page.getByRole('button', { name: 'Add fault' }).click();
  await page.getByRole('rowheader', { name: 'shares.receive' }).waitFor();
}

const pictures: readonly Picture[] = [
  { name: 'inspector-organizations', path: '/_mock/', text: 'Who holds, pays and downloads' },
  { name: 'inspector-record', path: '/_mock/#/records/cdr_demo_solar', text: 'Handoffs' },
  { name: 'inspector-deliveries', path: '/_mock/#/deliveries', text: 'Newest first' },
  {
    name: 'claim-page',
    path: '/_mock/dashboard/claim/shr_demo_unchecked',
    text: 'shares a record with you',
    act: receiveUnchecked,
  },
  {
    name: 'inspector-criteria',
    path: '/_mock/#/receive?token=shr_demo_unchecked',
    text: 'Acceptance criteria',
    act: writeCriteria,
  },
  {
    name: 'inspector-readings',
    path: '/_mock/#/readings',
    text: 'All at their defaults',
  },
  {
    name: 'inspector-faults',
    path: '/_mock/#/faults',
    text: 'No active faults.',
    act: addFaults,
  },
];

for (const { name, path, text, act } of pictures) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  const page = await context.newPage();
  await page.goto(url + path);
  await page.getByText(text).filter({ visible: true }).first().waitFor();
  await act?.(page);
  await page
    .locator('img')
    .evaluateAll((images) =>
      Promise.all(
        images.map((image) => (image as unknown as { decode(): Promise<void> }).decode()),
      ),
    );
  await page.screenshot({ path: `docs/assets/${name}.png` });
  // The site shows it instead of the light one in dark mode.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: `docs/assets/${name}-dark.png` });
  await context.close();
}

// The first page of a dossier, for docs/guides/archive.md.
const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-dossier-'));
const dossier = await browser.newPage({ viewport: { width: 1000, height: 1100 } });
await dossier.goto(pathToFileURL(await sampleDossier(path.join(folder, 'case'))).href);
await dossier.emulateMedia({ colorScheme: 'light' });
await dossier.screenshot({ path: 'docs/assets/dossier.png' });
await dossier.emulateMedia({ colorScheme: 'dark' });
await dossier.screenshot({ path: 'docs/assets/dossier-dark.png' });
rmSync(folder, { recursive: true });

await browser.close();
command.kill();
