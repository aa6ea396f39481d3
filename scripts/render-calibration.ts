import { READING_ROWS } from '../src/calibrate/reading-rows.ts';
import { STATEMENT_ROWS } from '../src/calibrate/statement-rows.ts';
import { TIER_NUMBERS, TIERS } from '../src/calibrate/tier.ts';
import { READING_MEANINGS } from '../src/readings/reading-meanings.ts';
import { READING_NAMES } from '../src/readings/readings.ts';

/** Escapes what would end a table cell or be markup in it. */
const cell = (text: string): string => text.replace(/[|<>*_[\]]/g, '\\$&');

/** Renders the tables of a calibration, from the rows that the code uses. */
export function renderCalibration(): string {
  const statements = (tier: number): number =>
    STATEMENT_ROWS.filter((row) => row.tier === tier).length;
  const tiers = TIER_NUMBERS.map(
    (tier) => `| ${tier} | ${TIERS[tier].asks} | ${TIERS[tier].promise} | ${statements(tier)} |`,
  );
  const told = READING_NAMES.flatMap((name) => {
    const row = READING_ROWS[name];
    if (row.tier === null) return [];
    const { section } = READING_MEANINGS[name];
    const parts = [row.asks, row.reads, row.needs, row.cannotTell].map(cell);
    return [`| \`${name}\` | §${section} | ${row.tier} | ${parts.join(' | ')} |`];
  });
  const untold = READING_NAMES.flatMap((name) => {
    const row = READING_ROWS[name];
    return row.tier === null ? [`| \`${name}\` | ${cell(row.cannotTell)} |`] : [];
  });
  return [
    '### The tiers',
    '',
    '| tier | what is sent | what it guarantees | statements added |',
    '| --- | --- | --- | --- |',
    ...tiers,
    '',
    `### The ${told.length} readings that can be measured`,
    '',
    '| reading | spec | tier | request | how the response is read | needs | not measured |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...told,
    '',
    `### The ${untold.length} that cannot be measured`,
    '',
    '| reading | why |',
    '| --- | --- |',
    ...untold,
  ].join('\n');
}
