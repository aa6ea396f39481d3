import type { ReadingName } from '../readings/readings.ts';
import type { ReadingRows } from './reading-row.ts';
import { listReadings } from './readings/list-readings.ts';
import { otherReadings } from './readings/other-readings.ts';
import { receiveReadings, shareReadings } from './readings/receive-readings.ts';
import { textReadings } from './readings/text-readings.ts';
import { webhookReadings } from './readings/webhook-readings.ts';

/**
 * The table of readings: for each reading the probe, what it sends and needs, how each response is
 * interpreted, and when it cannot be measured. A reading without a row is a compile error.
 */
export const READING_ROWS: ReadingRows<ReadingName> = {
  ...listReadings,
  ...receiveReadings,
  ...shareReadings,
  ...textReadings,
  ...webhookReadings,
  // Late: `deadDownloadStatus` waits for a `downloadUrl` that was read earlier to expire.
  ...otherReadings,
};
