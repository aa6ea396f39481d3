import { describe, expect, it } from 'vitest';
import { READING_VALUES } from '../../../src/readings/readings.ts';
import { chromiumPath } from './support/browser.ts';
import { cellsOf, shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

describe.skipIf(chromiumPath === undefined)('the readings', () => {
  const visit = useBrowser();

  it('stand there with what each means, its value here, and the flag for another', async () => {
    const readings = { collectFalse: 'defer', revocationDelayMs: 60_000 } as const;
    const { page, go, served } = await visit({ readings });
    const { origin } = new URL(served.url);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    await go('/_mock/#/readings', 'Readings');
    await shown(page, 'Not at the default: collectFalse, revocationDelayMs');
    const [meaning, here, otherwise] = await cellsOf(page, 'collectFalse');
    expect(meaning).toBe('A receive with collect: false §4.6');
    expect(here).toMatch(/^defer not the default\nReceives the record without a charge/);
    expect(otherwise).toMatch(/^refuse\s+Copy flag[^]*Returns 400 COLLECT_REQUIRED\.$/);
    expect((await cellsOf(page, 'revocationDelayMs'))[2]).toContain('0 to 300,000');
    const names = await page.getByRole('rowheader').allInnerTexts();
    expect(names).toEqual(Object.keys(READING_VALUES));
    await page.getByRole('button', { name: 'Copy flag --reading pageFill=short' }).click();
    await shown(page.getByRole('status'), 'Copied --reading pageFill=short.');
    const copied = await page.evaluate(() =>
      (
        globalThis as unknown as { navigator: { clipboard: { readText(): Promise<string> } } }
      ).navigator.clipboard.readText(),
    );
    expect(copied).toBe('--reading pageFill=short');
  });
});
