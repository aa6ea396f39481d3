import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { createMockService, type MockService } from '../../../../mock/fake/mock-service.ts';
import type { MockOptions } from '../../../../mock/fake/options.ts';
import { type ServedMock, type ServeOptions, serveMock } from '../../../../mock/node.ts';
import { sharedBrowser } from './browser.ts';

/** A served fake, and a page of a real browser for it. */
export interface Visit {
  readonly mock: MockService;
  readonly served: ServedMock;
  readonly page: Page;
  /** Goes to a path of the served fake and waits for the heading of the page. */
  go(path: string, heading: string): Promise<void>;
}

/** Records what no page may do: throw, break its own policy, or request anything elsewhere. */
function watch(page: Page, origin: string, problems: string[]): void {
  page.on('pageerror', ({ message }) => problems.push(`threw: ${message}`));
  page.on('dialog', (dialog) => {
    problems.push(`opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    // A `blob:` is data that the page has already loaded itself.
    if (
      !request
        .url()
        .replace(/^blob:/, '')
        .startsWith(`${origin}/`)
    )
      problems.push(`asked for ${request.url()}`);
  });
  page.on('console', (message) => {
    const text = message.text();
    // A refusal is an answer that is shown, and a fault or the end of a fake drops connections. The
    // browser reports all of them as failed resources.
    const isExpected =
      /^Failed to load resource: (the server responded with a status|net::ERR_(?:EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_REFUSED))/.test(
        text,
      );
    if (message.type() === 'error' && !isExpected) problems.push(`logged: ${text}`);
  });
}

/** Sets up a browser for tests; each test gets a world and a profile of its own. */
export function useBrowser() {
  let browser: Browser | undefined;
  const problems: string[] = [];
  const closers: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    browser = await sharedBrowser();
  }, 60_000);
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
    expect(problems.splice(0)).toEqual([]);
  });

  return async (
    options: MockOptions = {},
    look: BrowserContextOptions = {},
    serve: ServeOptions = {},
  ): Promise<Visit> => {
    const mock = createMockService({ now: '2026-01-05T12:00:00Z', ...options });
    const served = await serveMock(mock, serve);
    closers.push(() => served.close());
    const context = await browser?.newContext({ reducedMotion: 'reduce', ...look });
    if (context === undefined) throw new Error('the browser has not started');
    closers.unshift(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(8000);
    watch(page, served.url, problems);
    const go = async (path: string, heading: string): Promise<void> => {
      await page.goto(served.url + path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    };
    return { mock, served, page, go };
  };
}
