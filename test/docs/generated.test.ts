import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { collectMessages } from '../../scripts/collect-messages.ts';
import { generatedPages } from '../../scripts/generated-pages.ts';
import { groupOf, MESSAGE_GROUPS } from '../../scripts/message-groups.ts';

// The compiler reads the declarations of the build.
describe('pages written from the code', { timeout: 60_000 }, () => {
  it('are as the code is now; "npm run generate" writes them', () => {
    const pages = generatedPages();
    expect(pages.length).toBeGreaterThan(7);
    for (const { file, text } of pages) expect(readFileSync(file, 'utf8'), file).toBe(text);
  });

  it('know the messages of every part, and each part of the table has some', () => {
    const groups = new Set(collectMessages().map(({ file }) => groupOf(file)));
    expect(MESSAGE_GROUPS.filter((group) => !groups.has(group))).toEqual([]);
    expect(collectMessages()).toContainEqual({
      file: 'src/contract/path.ts',
      text: 'must not hold "/", "\\" or a control character',
    });
  });
});
