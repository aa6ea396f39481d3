import { describe, expect, it } from 'vitest';
import { evaluateAcceptance } from '../../src/acceptance/evaluate.ts';
import { completeReadings } from '../../src/acceptance/readings.ts';
import { READING_VALUES } from '../../src/readings/readings.ts';

const NAMES = [
  'unicodeForm',
  'finalSigma',
  'missingMechanism',
  'detailsUnavailable',
  'phoneGrammar',
] as const;
const CASES = NAMES.flatMap((name) => READING_VALUES[name].map((value) => [name, value] as const));

describe('the readings of acceptance', () => {
  it.each(CASES)('%s takes %s', (name, value) => {
    const readings = { [name]: value };
    const record = { createdAt: 0 };
    const verdict = evaluateAcceptance({ schemaVersion: 1 }, record, { now: 0, readings });
    expect(verdict.outcome).toBe('accepted');
  });

  it('have the same defaults here and in the fake', () => {
    const defaults = Object.fromEntries(NAMES.map((name) => [name, READING_VALUES[name][0]]));
    expect(completeReadings({})).toEqual(defaults);
  });
});
