import type { Browser, Page } from 'playwright-core';
import { chromiumPath, launchBrowser } from '../../test/page/browser/support/browser.ts';
import { Child } from '../harness/child.ts';
import type { Row } from '../harness/row.ts';
import { ratioOf, spreadOf } from '../harness/statistics.ts';
import type { Plan, Suite } from '../harness/suite.ts';

const SERVER = new URL('../servers/inspector.ts', import.meta.url).href;
const ROUNDS = 15;
const WARM_UP_ROUNDS = 3;
const RATIO_LIMIT = 1.5;
const GIVE_UP_MS = 20_000;

/** The text to search for; each world has it once. */
const WANTED = 'L-000042';

/** The views whose first paint is measured: each is complete when its table has rows. */
const PAINTS: Readonly<Record<string, string>> = {
  'first paint of the organizations': '#/organizations',
  'first paint of the records': '#/records',
  'first paint of the requests': '#/requests',
};

interface World {
  readonly count: number;
  readonly child: Child;
  readonly url: string;
  readonly page: Page;
}

/** Reads the page's own clock at the frame after the rows appear, to leave out any delay in between. */
const UNTIL_ROWS = (condition: string) => `new Promise((resolve) => {
  const look = () => (${condition} ? resolve(performance.now()) : requestAnimationFrame(look));
  look();
})`;

async function timeOfPaint({ page, url }: World, address: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(`${url}/_mock/${address}`, { waitUntil: 'commit' });
  return page.evaluate<number>(UNTIL_ROWS("document.querySelector('tbody tr')"));
}

async function timeOfSearch({ page, url }: World): Promise<number> {
  await page.goto('about:blank');
  await page.goto(`${url}/_mock/#/search`);
  await page.getByRole('searchbox').waitFor();
  await page.evaluate(UNTIL_ROWS("document.querySelector('.clock .instant')"));
  return page.evaluate<number>(`(async () => {
    const box = document.querySelector('[type=search]');
    const began = performance.now();
    box.value = '${WANTED}';
    box.dispatchEvent(new Event('input', { bubbles: true }));
    const at = await ${UNTIL_ROWS(`document.querySelector('tbody')?.textContent.includes('${WANTED}')`)};
    return at - began;
  })()`);
}

async function startWorld(browser: Browser, count: number): Promise<World> {
  const { child, hello } = await Child.start(SERVER, [String(count)]);
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  page.setDefaultTimeout(GIVE_UP_MS);
  return { count, child, page, ...(hello as { url: string }) };
}

type Time = (world: World) => Promise<number>;

async function measure(name: string, time: Time, worlds: readonly World[], plan: Plan) {
  const times = new Map<World, number[]>(worlds.map((world) => [world, []]));
  const [first, rounds] = plan.smoke ? [0, 1] : [-WARM_UP_ROUNDS, ROUNDS];
  for (let turn = first; turn < rounds; turn += 1) {
    for (const [world, list] of times) {
      const ms = await time(world);
      if (turn >= 0) list.push(ms);
    }
  }
  const [base = []] = times.values();
  const largest = worlds.at(-1);
  return [...times].map(([world, list]): Row => {
    const count = world.count.toLocaleString('en-US');
    return {
      measure: name,
      subject: `${count} records and ${count} requests`,
      value: spreadOf(list),
      unit: 'ms',
      ratio: ratioOf(list, base),
      ...(world === largest && { limit: RATIO_LIMIT }),
    };
  });
}

async function measureAll(browser: Browser, plan: Plan): Promise<Row[]> {
  const worlds: World[] = [];
  try {
    for (const count of plan.smoke ? [50, 100] : [100, 10_000]) {
      worlds.push(await startWorld(browser, count));
    }
    const rows: Row[] = [];
    for (const [name, address] of Object.entries(PAINTS)) {
      rows.push(...(await measure(name, (world) => timeOfPaint(world, address), worlds, plan)));
    }
    const search = 'search for a lead id, from the last letter to the result';
    rows.push(...(await measure(search, timeOfSearch, worlds, plan)));
    return rows;
  } finally {
    for (const { child } of worlds) await child.stop();
  }
}

export const suite: Suite = {
  title: 'The inspector',
  about:
    'Chromium looks at a served fake with more and more records and requests; the same at 100 counts as 1. ' +
    'A search waits 120 ms for another letter, which is in both sides.',
  run: async (plan) => {
    if (chromiumPath === undefined) {
      plan.skipped('the inspector', 'no Chromium is installed here');
      return [];
    }
    const browser = await launchBrowser();
    try {
      return await measureAll(browser, plan);
    } finally {
      await browser.close();
    }
  },
};
