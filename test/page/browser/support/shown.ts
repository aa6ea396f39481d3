import type { Locator, Page } from 'playwright-core';

/** Waits until the text is visible in `within`. */
export async function shown(within: Page | Locator, text: string | RegExp): Promise<void> {
  await within.getByText(text).filter({ visible: true }).first().waitFor();
}

/**
 * Returns the cells of a table row, by the text of its header, read in one step: between two the page
 * could draw the table again.
 */
export async function cellsOf(page: Page, rowHeader: string | RegExp): Promise<string[]> {
  const row = page.getByRole('row').filter({
    has: page.getByRole('rowheader', { name: rowHeader }),
  });
  return row.first().evaluate((each) => {
    const { cells } = each as unknown as {
      cells: Iterable<{ tagName: string; innerText: string }>;
    };
    return Array.from(cells).flatMap(({ tagName, innerText }) =>
      tagName === 'TD' ? innerText : [],
    );
  });
}
