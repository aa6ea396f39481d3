import { invalidInput } from '../errors/invalid-input-error.ts';

const BUSY_TIMEOUT_MS_DEFAULT = 5000;
const BUSY_TIMEOUT_MS_MOST = 15_000;

/** Validates the option `busyTimeoutMs` of the SQLite store and inbox. Default: 5,000. */
export function checkBusyTimeout(ms: number = BUSY_TIMEOUT_MS_DEFAULT): number {
  if (Number.isInteger(ms) && ms >= 0 && ms <= BUSY_TIMEOUT_MS_MOST) return ms;
  throw invalidInput(
    'busyTimeoutMs',
    `expected whole milliseconds from 0 to ${BUSY_TIMEOUT_MS_MOST}`,
  );
}
