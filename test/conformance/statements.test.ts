import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PAGE, readPage } from '../../scripts/conformance/page.ts';
import { STATEMENT_ROWS } from '../../src/calibrate/statement-rows.ts';

const { rows } = readPage(readFileSync(PAGE, 'utf8'));

it('every statement that a calibration checks is a row of the conformance table', () => {
  const known = rows.map(({ section, kind, rule }) => `${section} ${kind} ${rule}`);
  const asked = STATEMENT_ROWS.map(({ section, basis, rule }) => `${section} ${basis} ${rule}`);
  expect(asked.length).toBeGreaterThan(150);
  expect(asked.filter((each) => !known.includes(each))).toEqual([]);
  expect(new Set(asked).size).toBe(asked.length);
});
