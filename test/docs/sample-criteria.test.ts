import { expect, it } from 'vitest';
import { lintAcceptance } from '../../src/acceptance/lint.ts';
import type { AcceptanceCriteria } from '../../src/contract/acceptance.ts';
import { sampleCriteria, sampleSources } from './sample-criteria.ts';

it('every object of criteria in a page, an example or a docstring is found', () => {
  const written = sampleSources.flatMap(({ text }) => text.match(/schemaVersion\W{1,4}1\b/g) ?? []);
  expect(written.length).toBeGreaterThan(15);
  expect(sampleCriteria).toHaveLength(written.length);
});

it.each(sampleCriteria)('the criteria at $place get the warnings that they show', (sample) => {
  const { criteria, shows } = sample;
  const warnings = lintAcceptance(criteria as AcceptanceCriteria);
  expect(warnings.map(({ code }) => code)).toEqual(shows);
});

it('some criteria are warned of on purpose', () => {
  expect(sampleCriteria.filter(({ shows }) => shows.length > 0)).not.toEqual([]);
});
