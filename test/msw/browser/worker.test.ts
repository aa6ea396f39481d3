import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { chromiumPath, sharedBrowser } from '../../page/browser/support/browser.ts';
import { bundleStory } from '../bundle-story.ts';

/** Serves the page of a front end on this machine; returns its address and the paths requested. */
async function serveFrontEnd(msw: string) {
  const [bundled] = (await bundleStory(msw)).outputFiles;
  const files: Readonly<Record<string, readonly [contentType: string, text: string]>> = {
    '/': [
      'text/html',
      '<!doctype html><title>Story</title><script type=module src=app.js></script>',
    ],
    '/app.js': ['text/javascript', bundled?.text ?? ''],
    '/mockServiceWorker.js': [
      'text/javascript',
      await readFile(`node_modules/${msw}/lib/mockServiceWorker.js`, 'utf8'),
    ],
  };
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const [contentType, text] = files[url] ?? ['text/plain', 'reached'];
    response.writeHead(200, { 'content-type': contentType }).end(text);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

describe.skipIf(chromiumPath === undefined)('setupWorker in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  it.each(['msw-2', 'msw'])('is answered by the fake, with %s', async (msw) => {
    const { url, asked } = await serveFrontEnd(msw);
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(url);
    expect(await page.evaluate('story()')).toEqual({
      receiving: {
        alreadyClaimed: true,
        replayPossible: true,
        isWhole: true,
        refused: 'CDR_ACCEPTANCE_FAILED',
        charges: 1,
      },
      raw: {
        statuses: [401, 401, 405, 404],
        mine: 'mine',
        headBody: '',
        aborted: 'AbortError',
      },
      // MSW's worker turns the refusal of its strategy into a 500 answer.
      stray: 500,
      server: {
        name: 'InvalidInputError',
        code: null,
        message: expect.stringContaining('setupWorker(...createHandlers(mock))'),
      },
    });
    expect(asked).not.toContain('/stray');
  });
});
