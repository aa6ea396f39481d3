import { formatDuration, formatInstant } from '../ground/format.ts';
import { worldNow } from '../ground/live.ts';

/** An instant of the world, in UTC. */
export function Instant({ at }: { at: number }) {
  const [day, time] = formatInstant(at).split(' ');
  return (
    <time class="instant" dateTime={new Date(at).toISOString()}>
      <span>{day}</span> <span>{time}</span>
    </time>
  );
}

/** A countdown to an instant. Shows `past` once it has passed. */
export function Countdown({ until, past }: { until: number; past: string }) {
  const left = until - worldNow();
  return <span class="countdown">{left <= 0 ? past : `in ${formatDuration(left)}`}</span>;
}
