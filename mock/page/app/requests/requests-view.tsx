import type { RequestRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { Identifier } from '../parts/identifier.tsx';
import { Instant } from '../parts/instant.tsx';
import { emptyPage, Pages, pageCaption, pagePath } from '../parts/list-pages.tsx';
import { OrganizationName } from '../parts/organization-name.tsx';
import { SectionText } from '../parts/section-text.tsx';
import { Table } from '../parts/table.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { AnswerPill } from './answer-pill.tsx';
import { REQUEST_FILTERS, RequestFilters } from './request-filters.tsx';

interface RequestTableProps {
  readonly total: number;
  readonly requests: readonly RequestRow[] | undefined;
  readonly error: string | undefined;
}

function RequestTable({ total, requests, error }: RequestTableProps) {
  return (
    <Table
      caption={pageCaption(total)}
      rows={requests}
      error={error}
      keyOf={({ requestId }) => requestId}
      empty={emptyPage('requests', 'No requests yet.')}
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
        { title: 'Response', isBrief: true, cell: (row) => <AnswerPill {...row} /> },
        {
          title: 'Why',
          cell: ({ why }) => (
            <span class="sentence">
              <SectionText text={why} />
            </span>
          ),
        },
      ]}
    />
  );
}

/** The request log, newest first, each line with the check that decided it. */
export function RequestsView() {
  const path = pagePath('/requests', REQUEST_FILTERS);
  const { data, error } = useLive<{ total: number; requests: RequestRow[] }>(path);
  const { total = 0, requests } = data ?? {};
  return (
    <>
      <ViewTitle>Requests</ViewTitle>
      <RequestFilters />
      <RequestTable total={total} requests={requests?.toReversed()} error={error} />
      <Pages of="requests" total={total} />
    </>
  );
}
