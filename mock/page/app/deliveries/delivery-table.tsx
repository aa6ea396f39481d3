import type { EventDelivery } from '../ground/rows.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Identifier } from '../parts/identifier.tsx';
import { Countdown, Instant } from '../parts/instant.tsx';
import { OrganizationName } from '../parts/organization-name.tsx';
import { RecordLink } from '../parts/record-link.tsx';
import { StatePill } from '../parts/state-pill.tsx';
import { Table } from '../parts/table.tsx';
import { sendAgain } from './delivery-actions.tsx';

/** How many attempts there were, and the result of the last one. */
function Attempts({ attempts }: { attempts: EventDelivery['attempts'] }) {
  const last = attempts.at(-1);
  if (last === undefined) return <>none yet</>;
  const { at, status, error } = last;
  return (
    <>
      {attempts.length > 1 && `${attempts.length}, last: `}
      <Instant at={at} /> <span class="said">{status ?? error}</span>
    </>
  );
}

/** The state of the delivery, and when its next attempt is. */
function State({ state, nextAttemptAt }: EventDelivery) {
  return (
    <>
      <StatePill state={state} />
      {nextAttemptAt !== undefined && (
        <span class="said">
          <Countdown until={nextAttemptAt} past="now" />
        </span>
      )}
    </>
  );
}

interface DeliveryTableProps {
  readonly caption: string;
  readonly deliveries: readonly EventDelivery[] | undefined;
  readonly error?: string | undefined;
  /** The text shown if there are none. */
  readonly empty?: string;
}

/** Webhook deliveries with their attempts and the next one's countdown (spec §6.3). */
export function DeliveryTable(props: DeliveryTableProps) {
  const { caption, deliveries, error, empty = 'No webhooks yet.' } = props;
  return (
    <Table
      caption={caption}
      rows={deliveries}
      error={error}
      keyOf={({ webhookId }) => webhookId}
      empty={empty}
      columns={[
        {
          title: 'Webhook ID',
          cell: ({ webhookId }) => <Identifier kind="delivery" id={webhookId} />,
        },
        { title: 'To', cell: (row) => <OrganizationName id={row.organizationId} /> },
        { title: 'Record', cell: ({ cdrId }) => <RecordLink cdrId={cdrId} /> },
        { title: 'State', isBrief: true, cell: (row) => <State {...row} /> },
        { title: 'Attempts', cell: ({ attempts }) => <Attempts attempts={attempts} /> },
        {
          title: 'Actions',
          cell: ({ webhookId }) => (
            <ActionButton act={() => sendAgain(webhookId)}>
              Send again<span class="unseen"> {webhookId}</span>
            </ActionButton>
          ),
        },
      ]}
    />
  );
}
