import type { ReadingName } from '../readings/readings.ts';
import type { ReadingRows } from './reading-row.ts';
import { listReadings } from './readings/list-readings.ts';
import { otherReadings } from './readings/other-readings.ts';
import { paidReadings } from './readings/paid-readings.ts';
import { receiveReadings, shareReadings } from './readings/receive-readings.ts';
import { textReadings } from './readings/text-readings.ts';
import { webhookReadings } from './readings/webhook-readings.ts';

/**
 * The table of readings: for each of them what is asked, how each answer is read, what it needs and
 * what cannot be told, beside the probe itself. A reading without a row does not compile.
 */
export const READING_ROWS: ReadingRows<ReadingName> = {
  ...listReadings,
  ...receiveReadings,
  ...shareReadings,
  ...textReadings,
  ...webhookReadings,
  // It waits for five minutes to pass since the begin.
  ...otherReadings,
  // The last: it changes what the two hold.
  ...paidReadings,
};
