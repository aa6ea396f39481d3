import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { launchBrowser } from '../test/page/browser/support/browser.ts';

// The pictures of docs/guides/inspector.md: the built command on the demo world, whose time stands
// still. They differ from run to run in drawn identifiers alone.
const flags = ['--seed', 'demo', '--now', '2026-01-05T12:00:00Z', '--freeze', '--port', '0'];
const command = spawn(process.execPath, ['dist/cli.js', 'mock', ...flags, '--json'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
const [printed] = (await once(command.stdout, 'data')) as [Buffer];
const { url } = JSON.parse(printed.toString()) as { url: string };
const browser = await launchBrowser();

async function picture(
  name: string,
  path: string,
  text: string,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    colorScheme,
  });
  const page = await context.newPage();
  await page.goto(url + path);
  await page.getByText(text).filter({ visible: true }).first().waitFor();
  if (name === 'claim-page') {
    await page.getByText('With acceptance criteria').click();
    await page.getByLabel('Every consent checkbox was checked').check();
    await page.getByLabel('At least one disclosure was found').check();
    await page.getByLabel('Receive as').selectOption('acme');
    await page.getByRole('button', { name: 'Receive', exact: true }).click();
    const verdict = page.getByRole('region', { name: 'Rule by rule' });
    await verdict.scrollIntoViewIfNeeded();
  }
  await page
    .locator('img')
    .evaluateAll((images) =>
      Promise.all(
        images.map((image) => (image as unknown as { decode(): Promise<void> }).decode()),
      ),
    );
  await page.screenshot({ path: `docs/assets/${name}.png` });
  await context.close();
}

await picture('inspector-organizations', '/_mock/', 'captured, charged, downloads');
await picture('inspector-record', '/_mock/#/records/cdr_demo_solar', 'Handoffs');
await picture('inspector-deliveries-dark', '/_mock/#/deliveries', 'Newest first', 'dark');
await picture(
  'claim-page',
  '/_mock/dashboard/claim/shr_demo_unchecked',
  'shares a record with you',
);

await browser.close();
command.kill();
