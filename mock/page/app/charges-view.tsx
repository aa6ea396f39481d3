import { CAUSES } from './cause-words.ts';
import { ChargeSums } from './charge-sums.tsx';
import { Identifier } from './identifier.tsx';
import { Instant } from './instant.tsx';
import { emptyPage, filteredPath, Pages, pageCaption, pagePath, setFilter } from './list-pages.tsx';
import { OrganizationName } from './organization-name.tsx';
import { OrganizationSelect } from './organization-select.tsx';
import { RecordLink } from './record-link.tsx';
import { filterAt } from './router.ts';
import type { Charge, ChargeSum } from './rows.ts';
import { SelectField } from './select-field.tsx';
import { Table } from './table.tsx';
import { useLive } from './use-live.ts';

const FILTERS = ['organization', 'cause'] as const;

function Filters() {
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <OrganizationSelect
        label="Organization"
        any="All"
        value={filterAt('organization')}
        onChange={(value) => setFilter('organization', value)}
      />
      <SelectField
        label="Cause"
        value={filterAt('cause')}
        options={[['', 'All'], ...Object.entries(CAUSES)]}
        onChange={(value) => setFilter('cause', value)}
      />
    </form>
  );
}

function Request({ cause, requestId }: Charge) {
  if (requestId === undefined)
    return <>{cause === 'autoCollect' ? 'none (automatic)' : 'none (seeded)'}</>;
  return <Identifier kind="request" id={requestId} />;
}

/** What was charged to whom: the sums, and each charge, newest first. */
export function ChargesView() {
  const path = pagePath('/charges', FILTERS);
  const { data, error } = useLive<{ total: number; charges: Charge[] }>(path);
  const sums = useLive<{ sums: ChargeSum[] }>(filteredPath('/charges/sums', FILTERS));
  const { total = 0, charges } = data ?? {};
  return (
    <>
      <h1 tabIndex={-1}>Charges</h1>
      <Filters />
      {error !== undefined && <p role="alert">{error}</p>}
      {total > 0 && <ChargeSums sums={sums.data?.sums} />}
      <Table
        caption={pageCaption(total)}
        rows={charges?.toReversed()}
        keyOf={({ cdrId, organizationId }) => `${cdrId} ${organizationId}`}
        empty={emptyPage('charges', 'Nothing has been charged.')}
        columns={[
          { title: 'Time', isNumber: true, cell: ({ at }) => <Instant at={at} /> },
          { title: 'Organization', cell: (row) => <OrganizationName id={row.organizationId} /> },
          { title: 'Record', cell: ({ cdrId }) => <RecordLink cdrId={cdrId} /> },
          { title: 'Cause', cell: ({ cause }) => CAUSES[cause] },
          { title: 'Request', cell: (row) => <Request {...row} /> },
        ]}
      />
      <Pages of="charges" total={total} />
    </>
  );
}
