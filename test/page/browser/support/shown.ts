import type { Locator, Page } from 'playwright-core';

/** Waits until the text is visible in `within`. */
export async function shown(within: Page | Locator, text: string | RegExp): Promise<void> {
  await within.getByText(text).filter({ visible: true }).first().waitFor();
}

/** Returns the cells of a table row, by the text of its header. */
export async function cellsOf(page: Page, rowHeader: string | RegExp): Promise<string[]> {
  const row = page.getByRole('row').filter({
    has: page.getByRole('rowheader', { name: rowHeader }),
  });
  await row.first().waitFor();
  return row.first().getByRole('cell').allInnerTexts();
}
