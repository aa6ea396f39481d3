import { Pill, type Tone } from './pill.tsx';

const TONES = new Map(
  Object.entries<Tone>({
    ready: 'good',
    pending: 'wait',
    invalid: 'bad',
    duplicated: 'bad',
    expired: 'plain',
    delivered: 'good',
    due: 'wait',
    failed: 'bad',
  }),
);

/** The state of a record or a delivery. */
export function StatePill({ state }: { state: string }) {
  return <Pill tone={TONES.get(state) ?? 'plain'}>{state}</Pill>;
}
