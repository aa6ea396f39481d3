import { ActionButton } from './action-button.tsx';
import { callControl } from './call-control.ts';
import { Countdown, Instant } from './instant.tsx';
import { OrganizationName } from './organization-name.tsx';
import { RecordLink } from './record-link.tsx';
import type { EventDelivery } from './rows.ts';
import { StatePill } from './state-pill.tsx';
import { Table } from './table.tsx';

type Attempt = EventDelivery['attempts'][number];

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <>none yet</>;
  return (
    <ol class="attempts">
      {attempts.map(({ at, status, error }) => (
        <li key={at}>
          <Instant at={at} /> {status ?? error}
        </li>
      ))}
    </ol>
  );
}

async function redeliver(webhookId: string): Promise<string> {
  await callControl('POST', `/deliveries/${encodeURIComponent(webhookId)}/redeliver`);
  return `Delivery ${webhookId} is due again.`;
}

interface DeliveryTableProps {
  readonly caption: string;
  readonly deliveries: readonly EventDelivery[] | undefined;
}

/** Webhook deliveries with their attempts and the next one's countdown (spec §6.3). */
export function DeliveryTable({ caption, deliveries }: DeliveryTableProps) {
  return (
    <Table
      caption={caption}
      rows={deliveries}
      keyOf={({ webhookId }) => webhookId}
      empty="No webhook has been due."
      columns={[
        { title: 'Webhook id', cell: ({ webhookId }) => <code>{webhookId}</code> },
        { title: 'To', cell: (row) => <OrganizationName id={row.organizationId} /> },
        { title: 'Record', cell: ({ cdrId }) => <RecordLink cdrId={cdrId} /> },
        { title: 'State', cell: ({ state }) => <StatePill state={state} /> },
        { title: 'Attempts', cell: ({ attempts }) => <Attempts attempts={attempts} /> },
        {
          title: 'Next attempt',
          isNumber: true,
          cell: ({ nextAttemptAt }) =>
            nextAttemptAt === undefined ? '–' : <Countdown until={nextAttemptAt} past="due now" />,
        },
        {
          title: 'Again',
          cell: ({ webhookId }) => (
            <ActionButton act={() => redeliver(webhookId)}>
              Redeliver<span class="unseen"> {webhookId}</span>
            </ActionButton>
          ),
        },
      ]}
    />
  );
}
