import { formatNumber } from './format.ts';
import { Identifier } from './identifier.tsx';
import { Instant } from './instant.tsx';
import { OrganizationName } from './organization-name.tsx';
import { OrganizationSelect } from './organization-select.tsx';
import { Pill } from './pill.tsx';
import { filterAt, setFilters } from './router.ts';
import type { RequestRow } from './rows.ts';
import { Table } from './table.tsx';
import { useLive } from './use-live.ts';

const STEP = 50;
const SHOWN_MAX = 1000;

function Answer({ status, code }: RequestRow) {
  if (status === 0) return <Pill tone="bad">no response</Pill>;
  const tone = status >= 400 ? 'bad' : status === 202 ? 'wait' : 'good';
  return (
    <Pill tone={tone}>
      {status} {code ?? ''}
    </Pill>
  );
}

function RequestTable({ total, requests }: { total: number; requests: RequestRow[] | undefined }) {
  return (
    <Table
      caption={`Newest first, ${formatNumber(total)} kept`}
      rows={requests}
      keyOf={({ requestId }) => requestId}
      empty="No requests yet."
      columns={[
        {
          title: 'Request',
          cell: ({ method, path, requestId }) => (
            <Identifier kind="request" id={requestId} text={`${method} ${path}`} />
          ),
        },
        { title: 'Time', isNumber: true, cell: ({ at }) => <Instant at={at} /> },
        {
          title: 'Organization',
          cell: ({ organizationId }) =>
            organizationId === undefined ? 'unknown' : <OrganizationName id={organizationId} />,
        },
        { title: 'Response', cell: (row) => <Answer {...row} /> },
        { title: 'Why', cell: ({ why }) => why },
      ]}
    />
  );
}

/** A number in the address that leads to nothing is as good as none. */
const limitAt = (): number =>
  Math.min(SHOWN_MAX, Math.max(STEP, Math.trunc(Number(filterAt('limit'))) || 0));

/** The request log, newest first, each line with the check that decided it. */
export function RequestsView() {
  const organization = filterAt('organization');
  const limit = limitAt();
  const filter = organization === '' ? '' : `&organization=${encodeURIComponent(organization)}`;
  const { data, error } = useLive<{ total: number; requests: RequestRow[] }>(
    `/requests?limit=${limit}${filter}`,
  );
  const { total = 0, requests } = data ?? {};
  return (
    <>
      <h1 tabIndex={-1}>Requests</h1>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <OrganizationSelect
          label="By organization"
          any="All"
          value={organization}
          onChange={(value) => setFilters({ organization: value, limit: '' })}
        />
      </form>
      {error !== undefined && <p role="alert">{error}</p>}
      <RequestTable total={total} requests={requests?.toReversed()} />
      {total > limit && limit < SHOWN_MAX && (
        <button type="button" onClick={() => setFilters({ limit: String(limit + STEP) })}>
          Show {STEP} more
        </button>
      )}
    </>
  );
}
