const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

const number = new Intl.NumberFormat('en-US');

/** Formats a number as `12,345`. */
export const formatNumber = (value: number): string => number.format(value);

/** Formats an instant as `2026-01-05 12:00:00`, in UTC like all the service's times. */
export function formatInstant(at: number): string {
  const text = new Date(at).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

/** Formats a duration as `2 d 3 h`, with its two largest units. */
export function formatDuration(ms: number): string {
  let left = Math.max(0, Math.round(ms / 1000)) * 1000;
  const parts: string[] = [];
  for (const [unit, unitMs] of UNITS) {
    const count = Math.floor(left / unitMs);
    left -= count * unitMs;
    if (count > 0) parts.push(`${count} ${unit}`);
    // Only neighbouring units are shown together: "2 d 3 h", never "2 d 5 s".
    if (parts.length === 2 || (parts.length === 1 && count === 0)) break;
  }
  return parts.length === 0 ? '0 s' : parts.join(' ');
}

/** Formats a duration to the millisecond: `40 ms`, `2 s`. */
export const formatMs = (ms: number): string =>
  ms % 1000 === 0 && ms > 0 ? formatDuration(ms) : `${formatNumber(ms)} ms`;

/** Formats a size as `1.2 KB`. */
export function formatBytes(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`;
}
