import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { packagedSkill } from '../../scripts/stage-package.ts';
import { codeBlocks } from './code-blocks.ts';
import { runBlock } from './run-block.ts';

const PAGE = 'docs/SKILL.md';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the rules for coding assistants', () => {
  it.each(['A lead intake and its test', 'A webhook receiver and its test'])(
    'show code that runs as it stands: %s',
    async (heading) => {
      vi.spyOn(console, 'log').mockReturnValue();
      await expect(runBlock(PAGE, heading, {})).resolves.toBeDefined();
    },
  );

  it('show no code that is not run', () => {
    expect(codeBlocks(PAGE).map(({ language }) => language)).toEqual(['ts', 'ts']);
  });

  it('link to pages that are in the package, from the folder where tools find them', () => {
    const text = packagedSkill(readFileSync(PAGE, 'utf8'));
    const links = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, target = '']) => target);
    expect(links.length).toBeGreaterThan(4);
    const folder = 'skills/consent-evidence';
    expect(links.filter((target) => !existsSync(path.join(folder, target)))).toEqual([]);
  });
});
