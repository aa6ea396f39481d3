import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { FORGERIES } from './support/forgeries.ts';

describe('a delivery changed anywhere is refused (6.2), and nothing else is thrown', () => {
  it.each(Object.entries(FORGERIES))('%s', async (_where, property) => {
    await fc.assert<unknown>(property as fc.IAsyncPropertyWithHooks<unknown>, { numRuns: 2000 });
  });
});
