import { useState } from 'preact/hooks';
import { callControl } from '../ground/call-control.ts';
import { withCost } from '../ground/cost-of.ts';
import { formatInstant } from '../ground/format.ts';
import { clock, worldNow } from '../ground/live.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Instant } from '../parts/instant.tsx';

const STEPS = [
  ['+2 s', { seconds: 2 }],
  ['+30 s', { seconds: 30 }],
  ['+5 min', { minutes: 5 }],
  ['+1 h', { hours: 1 }],
  ['+1 d', { days: 1 }],
  ['+30 d', { days: 30 }],
] as const;

function advance(by: Readonly<Record<string, number>>): Promise<string> {
  return withCost(async () => {
    const { now } = await callControl<{ now: number }>('POST', '/clock/advance', by);
    return `Advanced the clock to ${formatInstant(now)} UTC.`;
  });
}

/** The world's time, and buttons that advance it. */
export function ClockBar() {
  const [hours, setHours] = useState('12');
  const { value } = clock;
  return (
    <section class="clock" aria-label="Clock">
      <p>
        {value === undefined ? '…' : <Instant at={worldNow()} />}
        <span class="quiet">UTC, {value?.running === true ? 'running' : 'stopped'}</span>
      </p>
      <div class="buttons">
        <ActionButton act={() => advance({})}>Process pending</ActionButton>
        {STEPS.map(([label, by]) => (
          <ActionButton key={label} act={() => advance(by)}>
            {label}
          </ActionButton>
        ))}
        <span class="hours">
          <label class="inline">
            <span class="unseen">Hours to advance</span>
            <input
              type="number"
              min="0"
              max="87600"
              step="any"
              value={hours}
              onInput={({ currentTarget }) => setHours(currentTarget.value)}
            />
          </label>
          <ActionButton
            isDisabled={!(Number(hours) > 0)}
            act={() => advance({ hours: Number(hours) })}
          >
            + hours
          </ActionButton>
        </span>
      </div>
    </section>
  );
}
