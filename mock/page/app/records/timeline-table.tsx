import { formatNumber } from '../ground/format.ts';
import { worldNow } from '../ground/live.ts';
import type { Timeline } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { Identifier } from '../parts/identifier.tsx';
import { Countdown, Instant } from '../parts/instant.tsx';
import { OrganizationName } from '../parts/organization-name.tsx';
import { Table } from '../parts/table.tsx';

type Event = Timeline['events'][number];

const WORDS: Readonly<Record<Event['kind'], string>> = {
  captured: 'Captured',
  rendered: 'Rendered',
  request: 'Request',
  shared: 'Shared',
  received: 'Received',
  charged: 'Charged',
  webhookAttempt: 'Webhook sent',
  webhookAcknowledged: 'Webhook acknowledged',
  webhookDue: 'Webhook due',
};

function When({ at, kind }: Event) {
  return (
    <>
      <Instant at={at} />
      {kind === 'webhookDue' && at > worldNow() && (
        <>
          {' '}
          <Countdown until={at} past="due now" />
        </>
      )}
    </>
  );
}

/** A link to more about the event. */
function More({ requestId, webhookId, token }: Event) {
  if (requestId !== undefined) return <Identifier kind="request" id={requestId} />;
  if (webhookId !== undefined) return <Identifier kind="delivery" id={webhookId} />;
  return token === undefined ? <>–</> : <Identifier kind="token" id={token} />;
}

/** What happened to a record, across all organizations, from its capture to its webhooks. */
export function TimelineTable({ cdrId }: { cdrId: string }) {
  const { data, error } = useLive<Timeline>(`/records/${encodeURIComponent(cdrId)}/timeline`);
  return (
    <section>
      <h2>Timeline</h2>
      <Table
        caption={`From capture to webhooks, ${formatNumber(data?.total ?? 0)} total`}
        rows={data?.events}
        error={error}
        keyOf={(row) => `${row.at} ${row.kind} ${row.organizationId} ${row.requestId} ${row.token}`}
        empty="No events."
        columns={[
          { title: 'Event', cell: ({ kind }) => WORDS[kind] },
          { title: 'Time', isNumber: true, cell: (row) => <When {...row} /> },
          {
            title: 'Who',
            cell: ({ organizationId: id }) =>
              id === null ? 'the service' : <OrganizationName id={id} />,
          },
          { title: 'Details', cell: ({ says }) => <span class="address">{says}</span> },
          { title: 'More', cell: (row) => <More {...row} /> },
        ]}
      />
    </section>
  );
}
