import { readdirSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { simulate } from '../../mock/simulate.ts';
import { EXAMPLE_SUBJECTS, NO_SUBJECTS } from './support/example-subjects.ts';

describe('the examples, as they are', () => {
  it.each(EXAMPLE_SUBJECTS)('hold: $files', { timeout: 100_000 }, async (subject) => {
    const { start, worlds, invariants, breaks = [] } = subject;
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const { broken, tried } = await simulate({ start, worlds, invariants });
    const unexpected = broken.filter(({ invariant }) => !breaks.includes(invariant));
    expect(unexpected.map(({ story }) => story)).toEqual([]);
    expect(broken.map(({ invariant }) => invariant).sort()).toEqual(breaks);
    expect(tried.accepted + tried.effects).toBeGreaterThan(worlds / 2);
    expect(tried.crashes).toBeGreaterThan(0);
  });

  it('are all subjects, or it is said why not', () => {
    const files = readdirSync('examples', { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`.replaceAll('\\', '/').slice(9));
    const subjects = new Set(EXAMPLE_SUBJECTS.flatMap((each) => each.files));
    const others = Object.values(NO_SUBJECTS).flat();
    expect([...subjects, ...others].sort()).toEqual(files.sort());
  });
});
