import { CAUSES } from './cause-words.ts';
import { ChargeSums } from './charge-sums.tsx';
import { formatNumber } from './format.ts';
import { Identifier } from './identifier.tsx';
import { Instant } from './instant.tsx';
import { OrganizationName } from './organization-name.tsx';
import { OrganizationSelect } from './organization-select.tsx';
import { RecordLink } from './record-link.tsx';
import { filterAt, setFilters } from './router.ts';
import type { Charge, ChargeSum } from './rows.ts';
import { SelectField } from './select-field.tsx';
import { Table } from './table.tsx';
import { useLive } from './use-live.ts';

const PAGE = 50;

/** A filter of the address that leads to nothing is as good as none. */
const skipAt = (): number => Math.max(0, Math.trunc(Number(filterAt('skip'))) || 0);

function pathOf(view: string, more: Readonly<Record<string, string>> = {}): string {
  const filters = { organization: filterAt('organization'), cause: filterAt('cause'), ...more };
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  return `${view}?${new URLSearchParams(given).toString()}`;
}

function Filters() {
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <OrganizationSelect
        label="Organization"
        any="All"
        value={filterAt('organization')}
        onChange={(organization) => setFilters({ organization, skip: '' })}
      />
      <SelectField
        label="Cause"
        value={filterAt('cause')}
        options={[['', 'All'], ...Object.entries(CAUSES)]}
        onChange={(cause) => setFilters({ cause, skip: '' })}
      />
    </form>
  );
}

function Request({ requestId }: Charge) {
  if (requestId === undefined) return <>none (automatic)</>;
  return <Identifier kind="request" id={requestId} />;
}

function Pages({ skip, total }: { skip: number; total: number }) {
  if (total <= PAGE) return null;
  return (
    <nav class="buttons" aria-label="Pages of charges">
      <button
        type="button"
        disabled={skip === 0}
        onClick={() => setFilters({ skip: skip > PAGE ? String(skip - PAGE) : '' })}
      >
        Newer
      </button>
      <button
        type="button"
        disabled={skip + PAGE >= total}
        onClick={() => setFilters({ skip: String(skip + PAGE) })}
      >
        Older
      </button>
    </nav>
  );
}

function captionOf(skip: number, total: number): string {
  const last = Math.min(skip + PAGE, total);
  return `Newest first, ${formatNumber(skip + 1)} to ${formatNumber(last)} of ${formatNumber(total)}`;
}

/** What was charged to whom: the sums, and each charge, newest first. */
export function ChargesView() {
  const skip = skipAt();
  const page = { limit: String(PAGE), skip: String(skip) };
  const { data, error } = useLive<{ total: number; charges: Charge[] }>(pathOf('/charges', page));
  const sums = useLive<{ sums: ChargeSum[] }>(pathOf('/charges/sums'));
  const { total = 0, charges } = data ?? {};
  return (
    <>
      <h1 tabIndex={-1}>Charges</h1>
      <Filters />
      {error !== undefined && <p role="alert">{error}</p>}
      {total > 0 && <ChargeSums sums={sums.data?.sums} />}
      <Table
        caption={captionOf(skip, total)}
        rows={charges?.toReversed()}
        keyOf={({ cdrId, organizationId }) => `${cdrId} ${organizationId}`}
        empty={skip > 0 ? 'There are no older charges.' : 'Nothing has been charged.'}
        columns={[
          { title: 'Time', isNumber: true, cell: ({ at }) => <Instant at={at} /> },
          { title: 'Organization', cell: (row) => <OrganizationName id={row.organizationId} /> },
          { title: 'Record', cell: ({ cdrId }) => <RecordLink cdrId={cdrId} /> },
          { title: 'Cause', cell: ({ cause }) => CAUSES[cause] },
          { title: 'Request', cell: (row) => <Request {...row} /> },
        ]}
      />
      <Pages skip={skip} total={total} />
    </>
  );
}
