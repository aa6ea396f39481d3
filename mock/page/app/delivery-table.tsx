import { ActionButton } from './action-button.tsx';
import { sendAgain } from './delivery-actions.tsx';
import { Identifier } from './identifier.tsx';
import { Countdown, Instant } from './instant.tsx';
import { OrganizationName } from './organization-name.tsx';
import { RecordLink } from './record-link.tsx';
import type { EventDelivery } from './rows.ts';
import { StatePill } from './state-pill.tsx';
import { Table } from './table.tsx';

/** How many there were, and what came of the last. */
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

interface DeliveryTableProps {
  readonly caption: string;
  readonly deliveries: readonly EventDelivery[] | undefined;
}

/** Webhook deliveries with their attempts and the next one's countdown (spec §6.3). */
export function DeliveryTable({ caption, deliveries }: DeliveryTableProps) {
  return (
    <div class="deliveries">
      <Table
        caption={caption}
        rows={deliveries}
        keyOf={({ webhookId }) => webhookId}
        empty="No webhooks yet."
        columns={[
          {
            title: 'Webhook ID',
            cell: ({ webhookId }) => <Identifier kind="delivery" id={webhookId} />,
          },
          { title: 'To', cell: (row) => <OrganizationName id={row.organizationId} /> },
          { title: 'Record', cell: ({ cdrId }) => <RecordLink cdrId={cdrId} /> },
          { title: 'State', cell: ({ state }) => <StatePill state={state} /> },
          { title: 'Attempts', cell: ({ attempts }) => <Attempts attempts={attempts} /> },
          {
            title: 'Next attempt',
            isNumber: true,
            cell: ({ nextAttemptAt }) =>
              nextAttemptAt === undefined ? (
                '–'
              ) : (
                <Countdown until={nextAttemptAt} past="due now" />
              ),
          },
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
    </div>
  );
}
