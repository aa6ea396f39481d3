import { describe, expect, it } from 'vitest';
import { nearestName } from '../../src/options/nearest-name.ts';

const names = ['pageUrl', 'pageTitle', 'fields', 'ip'];

describe('the nearest known name', () => {
  it.each([
    ['pageURL', 'pageUrl'],
    ['pagUrl', 'pageUrl'],
    ['paegTitle', 'pageTitle'],
    ['field', 'fields'],
    ['page_title', 'pageTitle'],
    ['pi', 'ip'],
  ])('of %s is %s', (word, name) => {
    expect(nearestName(word, names)).toBe(name);
  });

  it.each(['zebra', '', 'x'.repeat(100_000), 'constructor'])('does not exist for %.20j', (word) => {
    expect(nearestName(word, names)).toBe(undefined);
  });
});
