import { READING_NAMES, READING_VALUES } from '../../src/readings/readings.ts';
import type { Engine } from '../engine/engine.ts';
import { defaultReadings } from '../readings/readings.ts';

/** Notes the readings that are not at their defaults. */
export function noteReadings({ met, readings }: Engine): void {
  for (const name of READING_NAMES) {
    const value = readings[name];
    if (value === defaultReadings[name]) continue;
    met.note(`reading ${name} ${'default' in READING_VALUES[name] ? 'other' : value}`);
  }
}
