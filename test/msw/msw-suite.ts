import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { answers } from './suite/answers.ts';
import { composition } from './suite/composition.ts';
import { strictness } from './suite/strictness.ts';
import { troubles } from './suite/troubles.ts';
import type { MswVersion } from './version.ts';

/** Defines the tests of everything that the MSW doors promise. A file for each version runs them. */
export function mswSuite(version: MswVersion): void {
  describe(version.name, () => {
    it('is what these tests run on', async () => {
      expect((await version.module()).http).toBe(http);
    });
    describe('answers', answers);
    describe('troubles', troubles);
    describe('beside handlers of one’s own', composition);
    describe('strictness', () => strictness(version));
  });
}
