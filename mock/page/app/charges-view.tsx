import { formatNumber } from './format.ts';
import { Instant } from './instant.tsx';
import { OrganizationName } from './organization-name.tsx';
import { RecordLink } from './record-link.tsx';
import { linkTo } from './router.ts';
import type { Charge } from './rows.ts';
import { Table } from './table.tsx';
import { useLive } from './use-live.ts';

const SHOWN_MAX = 200;

/** What was charged to whom, newest first. */
export function ChargesView() {
  const { data, error } = useLive<{ total: number; charges: Charge[] }>(
    `/charges?limit=${SHOWN_MAX}`,
  );
  return (
    <>
      <h1 tabIndex={-1}>Charges</h1>
      {error !== undefined && <p role="alert">{error}</p>}
      <Table
        caption={`Newest first, ${formatNumber(data?.total ?? 0)} in all`}
        rows={data?.charges.toReversed()}
        keyOf={({ cdrId, organizationId }) => `${cdrId} ${organizationId}`}
        empty="Nothing has been charged."
        columns={[
          { title: 'At', isNumber: true, cell: ({ at }) => <Instant at={at} /> },
          { title: 'Organization', cell: (row) => <OrganizationName id={row.organizationId} /> },
          { title: 'Record', cell: ({ cdrId }) => <RecordLink cdrId={cdrId} /> },
          { title: 'Cause', cell: ({ cause }) => cause },
          {
            title: 'Request',
            cell: ({ requestId }) =>
              requestId === undefined ? (
                'none: automatic'
              ) : (
                <a class="code" href={linkTo('requests', requestId)}>
                  {requestId}
                </a>
              ),
          },
        ]}
      />
    </>
  );
}
