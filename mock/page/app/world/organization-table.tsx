import { formatNumber } from '../ground/format.ts';
import { organizations } from '../ground/live.ts';
import { linkTo } from '../ground/router.ts';
import type { OrganizationRow, TotalsRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { Identifier } from '../parts/identifier.tsx';
import { Pill } from '../parts/pill.tsx';
import { type Column, Table } from '../parts/table.tsx';

function Traits({ billing, apiAccess, autoCollect, unreadable, keys }: OrganizationRow) {
  return (
    <span class="pills">
      {!billing && <Pill tone="bad">no billing</Pill>}
      {apiAccess === 'off' && <Pill tone="bad">API access off</Pill>}
      {apiAccess === 'granted' && <Pill tone="plain">API access granted</Pill>}
      {!autoCollect && <Pill tone="plain">no auto-collect</Pill>}
      {unreadable && <Pill tone="bad">unreadable</Pill>}
      {!keys.some(({ revokedAt }) => revokedAt === null) && <Pill tone="bad">no active key</Pill>}
    </span>
  );
}

function deliveriesOf(totals: TotalsRow): string {
  const counts = Object.entries(totals.deliveries).filter(([, count]) => count > 0);
  if (counts.length === 0) return 'none';
  return counts.map(([state, count]) => `${formatNumber(count)} ${state}`).join(', ');
}

/** What stands where a number has not been read, which is not 0. */
const UNREAD = '…';

const figure = (count: number | undefined): string =>
  count === undefined ? UNREAD : formatNumber(count);

type Row = OrganizationRow & { readonly totals: TotalsRow | undefined };

function count(title: string, of: (totals: TotalsRow) => number): Column<Row> {
  return {
    title,
    isNumber: true,
    cell: ({ totals }) => figure(totals && of(totals)),
  };
}

const COLUMNS: readonly Column<Row>[] = [
  {
    title: 'Organization',
    cell: (row) => (
      <>
        <a class="organization" href={linkTo('records', '', { organization: row.organizationId })}>
          {row.name}
        </a>
        <span class="said">
          <Identifier kind="organization" id={row.organizationId} /> <Traits {...row} />
        </span>
      </>
    ),
  },
  count('Holds', ({ records }) => records),
  count('Downloads', ({ downloadable }) => downloadable),
  count('Charged', ({ charges }) => charges),
  count('Tokens', ({ liveTokens }) => liveTokens),
  {
    title: 'Webhooks',
    cell: ({ totals }) => (totals === undefined ? UNREAD : deliveriesOf(totals)),
  },
];

/** The organizations by name, with what each holds, was charged for and can download. */
export function OrganizationTable() {
  const { data, error } = useLive<{ totals: TotalsRow[] }>('/totals');
  const rows = organizations.value
    .map((row) => ({
      ...row,
      totals: data?.totals.find(({ organizationId }) => organizationId === row.organizationId),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  return (
    <>
      {error !== undefined && <p role="alert">{error}</p>}
      <Table
        caption="By name"
        rows={rows}
        keyOf={({ organizationId }) => organizationId}
        empty="No organizations. Add one."
        columns={COLUMNS}
      />
    </>
  );
}
