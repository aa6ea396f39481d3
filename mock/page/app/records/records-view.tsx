import { OrganizationSelect } from '../fields/organization-select.tsx';
import { SelectField } from '../fields/select-field.tsx';
import { formatNumber } from '../ground/format.ts';
import { filterAt, setFilters } from '../ground/router.ts';
import type { RecordPage } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { emptyPage } from '../parts/list-pages.tsx';
import { Pager } from '../parts/pager.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { NO_RECORDS, RecordTable } from './record-table.tsx';

const PAGE = 50;
const FILTERS = ['organization', 'domainId', 'state', 'after'] as const;
const STATES = ['pending', 'ready', 'invalid', 'duplicated', 'expired'] as const;

function pathOf(): string {
  const query = new URLSearchParams({ limit: String(PAGE) });
  for (const name of FILTERS) if (filterAt(name) !== '') query.set(name, filterAt(name));
  return `/records?${query.toString()}`;
}

function captionOf({ skipped, records, total }: RecordPage): string {
  const first = formatNumber(skipped + Math.min(1, records.length));
  const last = formatNumber(skipped + records.length);
  return `Newest first, ${first} to ${last} of ${formatNumber(total)}`;
}

const NONE: RecordPage = { total: 0, skipped: 0, records: [] };

/** All records, fifty at a time, sorted by the fake. */
export function RecordsView() {
  const { data, error } = useLive<RecordPage>(pathOf());
  const organization = filterAt('organization');
  const page = data ?? NONE;
  const { nextAfter } = page;
  // If the list cannot be read, this page's place in it may be gone.
  const isFirst = error === undefined && page.skipped === 0;
  return (
    <>
      <ViewTitle>Records</ViewTitle>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <OrganizationSelect
          label="Held by"
          any="Anyone"
          value={organization}
          onChange={(value) => setFilters({ organization: value, after: '' })}
        />
        <label>
          <span>Domain</span>
          <input
            value={filterAt('domainId')}
            placeholder="sunroof.example"
            onChange={({ currentTarget: { value } }) =>
              setFilters({ domainId: value.trim(), after: '' })
            }
          />
        </label>
        <SelectField
          label="State"
          value={filterAt('state')}
          options={[['', 'All'], ...STATES.map((state) => [state, state] as const)]}
          onChange={(value) => setFilters({ state: value, after: '' })}
        />
      </form>
      <RecordTable
        caption={captionOf(page)}
        records={data?.records}
        error={error}
        organizationId={organization}
        empty={emptyPage('records', NO_RECORDS)}
      />
      <Pager
        of="records"
        onNewer={isFirst ? undefined : () => setFilters({ after: page.previousAfter ?? '' })}
        onOlder={nextAfter === undefined ? undefined : () => setFilters({ after: nextAfter })}
      />
    </>
  );
}
