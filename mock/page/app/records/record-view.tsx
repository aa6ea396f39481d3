import { DeliveryTable } from '../deliveries/delivery-table.tsx';
import { formatDuration } from '../ground/format.ts';
import { linkTo } from '../ground/router.ts';
import type { RecordDetail, RecordRow, ShareEvent } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { Facts } from '../parts/facts.tsx';
import { CopyId } from '../parts/identifier.tsx';
import { Instant } from '../parts/instant.tsx';
import { OrganizationName } from '../parts/organization-name.tsx';
import { Pill } from '../parts/pill.tsx';
import { SectionText } from '../parts/section-text.tsx';
import { StatePill } from '../parts/state-pill.tsx';
import { Table } from '../parts/table.tsx';
import { ThingTitle } from '../parts/thing-title.tsx';
import { TokenTable } from '../tokens/token-table.tsx';
import { ConsentFacts } from './consent-facts.tsx';
import { EvidenceImage } from './evidence-image.tsx';
import { RecordActions } from './record-actions.tsx';
import { TimelineTable } from './timeline-table.tsx';

function Holders({ holders }: RecordRow) {
  return (
    <section>
      <h2>Access</h2>
      <Table
        caption="Who holds the record, and whether they can download it"
        rows={holders}
        keyOf={({ organizationId }) => organizationId}
        empty="Nobody holds it."
        columns={[
          { title: 'Organization', cell: (row) => <OrganizationName id={row.organizationId} /> },
          { title: 'Source', cell: ({ via }) => via },
          { title: 'Time', isNumber: true, cell: ({ at }) => <Instant at={at} /> },
          {
            title: 'Can download',
            cell: ({ mayDownload }) => (
              <Pill tone={mayDownload ? 'good' : 'plain'}>{mayDownload ? 'yes' : 'no'}</Pill>
            ),
          },
          { title: 'Why', cell: ({ why }) => <SectionText text={why} /> },
          { title: 'Charged for', cell: ({ charge }) => charge?.cause ?? 'not charged' },
          {
            title: 'Webhook acknowledged',
            isNumber: true,
            cell: ({ webhookAcknowledgedAt: at }) => (at === null ? 'never' : <Instant at={at} />),
          },
        ]}
      />
    </section>
  );
}

function Handoffs({ shareEvents }: { shareEvents: readonly ShareEvent[] }) {
  return (
    <Table
      caption="Handoffs"
      rows={shareEvents}
      keyOf={({ shareEventId }) => shareEventId}
      empty="No handoffs yet."
      columns={[
        {
          title: 'Share event',
          cell: ({ shareEventId: id }) => (
            <span class="identifier">
              <code>{id}</code>
              <CopyId id={id} />
            </span>
          ),
        },
        { title: 'From', cell: (row) => <OrganizationName id={row.fromOrganizationId} /> },
        { title: 'To', cell: (row) => <OrganizationName id={row.toOrganizationId} /> },
        { title: 'Time', isNumber: true, cell: ({ at }) => <Instant at={at} /> },
      ]}
    />
  );
}

function About({ detail }: { detail: RecordDetail }) {
  const { record, clientTimezone, timeOnPageMs, matchablePhones } = detail;
  const { organizationId, domainId, pageUrl, pageTitle, capturedAt, createdAt } = record;
  return (
    <dl class="facts">
      <dt>State</dt>
      <dd class="pills">
        <StatePill state={record.state} />
        {record.devMode && <Pill tone="wait">Dev Mode</Pill>}
      </dd>
      <dt>Captured by</dt>
      <dd>
        <OrganizationName id={organizationId} />
      </dd>
      <dt>Lead</dt>
      <dd>{record.leadId ?? 'not recorded'}</dd>
      <dt>Page</dt>
      <dd>{pageUrl ?? 'not recorded'}</dd>
      <dt>Title</dt>
      <dd>{pageTitle ?? 'not recorded'}</dd>
      <dt>Filed under</dt>
      <dd>
        <a href={linkTo('records', '', { domainId })}>{domainId}</a>
      </dd>
      <dt>Captured</dt>
      <dd>
        <Instant at={capturedAt} />
      </dd>
      <dt>Created</dt>
      <dd>{createdAt === null ? 'not rendered yet' : <Instant at={createdAt} />}</dd>
      <dt>Time zone</dt>
      <dd>{clientTimezone ?? 'not recorded'}</dd>
      <dt>Time on page</dt>
      <dd>{timeOnPageMs === null ? 'not recorded' : formatDuration(timeOnPageMs)}</dd>
      <dt>Phone numbers for leadMatch</dt>
      <dd>{matchablePhones.length === 0 ? 'none' : matchablePhones.join(', ')}</dd>
    </dl>
  );
}

/** One record with everything that is known about it. */
export function RecordView({ id }: { id: string }) {
  const live = useLive<RecordDetail>(`/records/${encodeURIComponent(id)}`);
  const { data } = live;
  return (
    <>
      <ThingTitle list="records" kind="record" id={id} live={live} />
      {data !== undefined && (
        <>
          <RecordActions {...data.record} />
          <div class="beside">
            <About detail={data} />
            <EvidenceImage key={id} image={data.image} cdrId={id} />
          </div>
          <ConsentFacts {...data} />
          <TimelineTable cdrId={id} />
          <Holders {...data.record} />
          <section>
            <h2>Sharing</h2>
            <TokenTable caption="Share tokens" tokens={data.tokens} />
            <Handoffs shareEvents={data.shareEvents} />
          </section>
          <section>
            <h2>Webhooks</h2>
            <DeliveryTable caption="Deliveries of this record" deliveries={data.deliveries} />
          </section>
          <div class="columns">
            <Facts title="Custom metadata" facts={data.customMetadata} empty="None." />
            <Facts title="Auto metadata" facts={data.autoMetadata} empty="None found." />
            <Facts title="Signer" facts={data.signerTelemetry} empty="Not recorded." />
          </div>
        </>
      )}
    </>
  );
}
