import type { DeliveryDetail } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { Countdown } from '../parts/instant.tsx';
import { OrganizationName } from '../parts/organization-name.tsx';
import { RecordLink } from '../parts/record-link.tsx';
import { StatePill } from '../parts/state-pill.tsx';
import { ThingTitle } from '../parts/thing-title.tsx';
import { DeliveryActions } from './delivery-actions.tsx';
import { DeliveryAttempt } from './delivery-attempt.tsx';

function About({ delivery }: { delivery: DeliveryDetail }) {
  const { state, organizationId, cdrId, target, nextAttemptAt } = delivery;
  return (
    <dl class="facts">
      <dt>State</dt>
      <dd class="pills">
        <StatePill state={state} />
      </dd>
      <dt>To</dt>
      <dd>
        <OrganizationName id={organizationId} />
      </dd>
      <dt>Record</dt>
      <dd>
        <RecordLink cdrId={cdrId} />
      </dd>
      <dt>Current URL</dt>
      <dd>{target === null ? 'none (no webhook is configured)' : target.url}</dd>
      <dt>Next attempt</dt>
      <dd>
        {nextAttemptAt === undefined ? 'none' : <Countdown until={nextAttemptAt} past="due now" />}
      </dd>
    </dl>
  );
}

/** One delivery with everything that went over the wire for it (spec §6). */
export function DeliveryView({ id }: { id: string }) {
  const live = useLive<{ delivery: DeliveryDetail }>(`/deliveries/${encodeURIComponent(id)}`);
  const { data } = live;
  const attempts = data?.delivery.attempts ?? [];
  return (
    <>
      <ThingTitle list="deliveries" kind="delivery" id={id} live={live} />
      {data !== undefined && (
        <>
          <About delivery={data.delivery} />
          <DeliveryActions delivery={data.delivery} />
          <section>
            <h2>Attempts</h2>
            {attempts.length === 0 && <p class="quiet">None yet.</p>}
            {attempts.map((attempt, index) => (
              <DeliveryAttempt
                key={`${index} ${attempt.at}`}
                attempt={attempt}
                index={index}
                isOpen={index === attempts.length - 1}
              />
            ))}
          </section>
        </>
      )}
    </>
  );
}
