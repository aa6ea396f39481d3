import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generatedPages } from '../../scripts/generated-pages.ts';
import { renderTour } from '../../scripts/render-tour.ts';

// The compiler reads the declarations of the build.
describe('pages written from the code', { timeout: 60_000 }, () => {
  it('are as the code is now; "npm run generate" writes them', () => {
    const pages = generatedPages();
    expect(pages.length).toBeGreaterThan(7);
    for (const { file, text } of pages) expect(readFileSync(file, 'utf8'), file).toBe(text);
  });

  it('follow an endpoint through the package in at most 300 lines', () => {
    expect(renderTour().split('\n').length).toBeLessThanOrEqual(300);
  });
});
