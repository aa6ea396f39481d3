import { Instant } from './instant.tsx';
import { organizations } from './live.ts';
import { Pill } from './pill.tsx';
import { RecordLink } from './record-link.tsx';
import type { OrganizationRow, RecordRow } from './rows.ts';
import { StatePill } from './state-pill.tsx';
import { type Column, Table } from './table.tsx';

/** More columns than this nobody can take in: then the holders stand in one. */
const COLUMNS_MAX = 8;

type Holder = RecordRow['holders'][number];

function heldAs({ via, charge, mayDownload }: Holder): string {
  const how = via === 'capture' ? 'captured' : 'received';
  return [how, charge && 'charged', mayDownload && 'downloads'].filter(Boolean).join(', ');
}

function HolderCell({ holder }: { holder: Holder | undefined }) {
  if (holder === undefined) return <span class="quiet">–</span>;
  return (
    <span class="holder" title={holder.why}>
      {heldAs(holder)}
    </span>
  );
}

function holderColumn({ organizationId, name }: OrganizationRow): Column<RecordRow> {
  return {
    title: name,
    cell: ({ holders }) => (
      <HolderCell holder={holders.find((each) => each.organizationId === organizationId)} />
    ),
  };
}

/** Host and path: the rest is on the record's own page. */
const addressOf = ({ pageUrl, domain }: RecordRow) =>
  (pageUrl ?? domain).replace(/^https?:\/\//, '').replace(/[?#].*$/s, '');

/** Records with a column for each organization, so that who has what can be compared. */
export function RecordTable(props: { caption: string; records: readonly RecordRow[] | undefined }) {
  const { value: known } = organizations;
  const holders: Column<RecordRow>[] =
    known.length <= COLUMNS_MAX
      ? known.map(holderColumn)
      : [{ title: 'Held by', cell: (row) => `${row.holders.length} organizations` }];
  return (
    <Table
      caption={props.caption}
      rows={props.records}
      keyOf={({ cdrId }) => cdrId}
      empty="There is no record. Capture one."
      columns={[
        { title: 'Record', cell: ({ cdrId }) => <RecordLink cdrId={cdrId} /> },
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
          cell: ({ state, devMode }) => (
            <span class="pills">
              <StatePill state={state} />
              {devMode && <Pill tone="wait">Dev Mode</Pill>}
            </span>
          ),
        },
        ...holders,
      ]}
    />
  );
}
