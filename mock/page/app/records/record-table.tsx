import type { RecordRow } from '../ground/rows.ts';
import { Instant } from '../parts/instant.tsx';
import { OrganizationName } from '../parts/organization-name.tsx';
import { Pill } from '../parts/pill.tsx';
import { RecordLink } from '../parts/record-link.tsx';
import { StatePill } from '../parts/state-pill.tsx';
import { type Column, Table } from '../parts/table.tsx';

/** How many holders a row shows. The record's own page shows them all. */
const HOLDERS_SHOWN = 3;

type Holder = RecordRow['holders'][number];

const sourceOf = ({ via }: Holder): string => (via === 'capture' ? 'captured' : 'received');

function Names({ holders }: { holders: readonly Holder[] }) {
  const rest = holders.length - HOLDERS_SHOWN;
  if (holders.length === 0) return <span class="quiet">–</span>;
  return (
    <ul>
      {holders.slice(0, HOLDERS_SHOWN).map((holder) => (
        <li key={holder.organizationId} class="holder" title={holder.why}>
          <OrganizationName id={holder.organizationId} />
        </li>
      ))}
      {rest > 0 && <li>and {rest} more</li>}
    </ul>
  );
}

const who = (title: string, has: (holder: Holder) => boolean): Column<RecordRow> => ({
  title,
  cell: ({ holders }) => <Names holders={holders.filter(has)} />,
});

/** Returns the columns for what one organization has of each record. */
function columnsOf(organizationId: string): Column<RecordRow>[] {
  const cell = (show: (holder: Holder) => string) => (row: RecordRow) => {
    const holder = row.holders.find((each) => each.organizationId === organizationId);
    return holder === undefined ? '–' : <span title={holder.why}>{show(holder)}</span>;
  };
  return [
    { title: 'Source', cell: cell(sourceOf) },
    { title: 'Charged for', cell: cell(({ charge }) => charge?.cause ?? 'not charged') },
    { title: 'Downloads', cell: cell(({ mayDownload }) => (mayDownload ? 'yes' : 'no')) },
  ];
}

/** Who has what of a record, of everyone who holds it. */
const EVERYBODY: readonly Column<RecordRow>[] = [
  who('Captured', ({ via }) => via === 'capture'),
  who('Charged', ({ charge }) => charge !== null),
  who('Downloads', ({ mayDownload }) => mayDownload),
];

/** Host and path: the rest is on the record's own page. */
const addressOf = ({ pageUrl, domain }: RecordRow) =>
  (pageUrl ?? domain).replace(/^https?:\/\//, '').replace(/[?#].*$/s, '');

function LeadCell({ leadId, phone }: RecordRow) {
  return (
    <span class="lead">
      {leadId ?? <span class="quiet">no lead id</span>}
      <span class="said quiet">{phone ?? 'no phone'}</span>
    </span>
  );
}

const ABOUT: readonly Column<RecordRow>[] = [
  { title: 'Record', cell: ({ cdrId }) => <RecordLink cdrId={cdrId} /> },
  { title: 'Lead', cell: (row) => <LeadCell {...row} /> },
  {
    title: 'Page',
    cell: (row) => (
      <span class="address one-line" title={row.pageUrl ?? ''}>
        {addressOf(row)}
      </span>
    ),
  },
  {
    title: 'Created',
    isNumber: true,
    cell: ({ createdAt }) => (createdAt === null ? '–' : <Instant at={createdAt} />),
  },
  {
    title: 'State',
    isBrief: true,
    cell: ({ state, devMode }) => (
      <span class="pills">
        <StatePill state={state} />
        {devMode && <Pill tone="wait">Dev Mode</Pill>}
      </span>
    ),
  },
];

export const NO_RECORDS = 'No records. Capture one.';

interface RecordTableProps {
  readonly caption: string;
  readonly records: readonly RecordRow[] | undefined;
  readonly error?: string | undefined;
  /** The organization to show columns for. Default: a column for everyone who holds the record. */
  readonly organizationId?: string;
  /** The text shown if there are none. */
  readonly empty?: string;
}

/**
 * Records, each with what tells it apart: its lead, the end of its phone number, its page and its
 * state.
 */
export function RecordTable(props: RecordTableProps) {
  const { caption, records, error, organizationId = '', empty = NO_RECORDS } = props;
  const whose = organizationId === '' ? EVERYBODY : columnsOf(organizationId);
  return (
    <Table
      caption={caption}
      rows={records}
      error={error}
      keyOf={({ cdrId }) => cdrId}
      empty={empty}
      columns={[...ABOUT, ...whose]}
    />
  );
}
