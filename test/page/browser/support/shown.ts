import type { Locator, Page } from 'playwright-core';

/** Waits until the text can be seen somewhere below. */
export async function shown(within: Page | Locator, text: string | RegExp): Promise<void> {
  await within.getByText(text).filter({ visible: true }).first().waitFor();
}

/** The cells of a row of a table, by the text that heads the row. */
export async function cellsOf(page: Page, rowHeader: string | RegExp): Promise<string[]> {
  const row = page.getByRole('row').filter({
    has: page.getByRole('rowheader', { name: rowHeader }),
  });
  await row.first().waitFor();
  return row.first().getByRole('cell').allInnerTexts();
}
