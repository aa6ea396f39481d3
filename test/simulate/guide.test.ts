import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { simulate } from '../../mock/simulate.ts';
import { naive } from './support/programs.ts';

it('the stories of the guide are those that the simulation prints', async () => {
  const guide = readFileSync('docs/guides/simulation.md', 'utf8');
  const { broken } = await simulate({ start: naive, seed: 'first', worlds: 60 });
  const told = broken.filter(({ invariant }) => guide.includes(`${invariant}: `));
  expect(told.map(({ invariant }) => invariant).sort()).toEqual([
    'noStranger',
    'nothingPaidAndLost',
  ]);
  for (const { story } of told) expect(guide).toContain(story);
});
