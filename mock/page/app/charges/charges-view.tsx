import type { Charge, ChargeSum } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { Identifier } from '../parts/identifier.tsx';
import { Instant } from '../parts/instant.tsx';
import { ListFilters } from '../parts/list-filters.tsx';
import { emptyPage, filteredPath, Pages, pageCaption, pagePath } from '../parts/list-pages.tsx';
import { OrganizationName } from '../parts/organization-name.tsx';
import { RecordLink } from '../parts/record-link.tsx';
import { Table } from '../parts/table.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { CAUSES } from './cause-words.ts';
import { ChargeSums } from './charge-sums.tsx';

const FILTERS = ['organization', 'cause'] as const;

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
      <ViewTitle>Charges</ViewTitle>
      <ListFilters
        organization="Organization"
        name="cause"
        label="Cause"
        options={Object.entries(CAUSES)}
      />
      {total > 0 && <ChargeSums sums={sums.data?.sums} />}
      <Table
        caption={pageCaption(total)}
        rows={charges?.toReversed()}
        error={error}
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
