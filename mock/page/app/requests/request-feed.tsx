import { nameOf } from '../ground/live.ts';
import { linkTo } from '../ground/router.ts';
import type { RequestRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { Identifier } from '../parts/identifier.tsx';
import { Instant } from '../parts/instant.tsx';
import { Table } from '../parts/table.tsx';
import { AnswerPill } from './answer-pill.tsx';

const LATEST = 12;

/** The latest requests in short, newest first. */
export function RequestFeed() {
  const { data, error } = useLive<{ requests: RequestRow[] }>(`/requests?limit=${LATEST}`);
  return (
    <section>
      <h2>Latest requests</h2>
      <Table
        caption="Newest first"
        rows={data?.requests.toReversed()}
        error={error}
        keyOf={({ requestId }) => requestId}
        empty="No requests yet. Connect a program, or capture a record."
        columns={[
          {
            title: 'Request',
            cell: ({ method, path, requestId, at, organizationId }) => (
              <>
                <Identifier kind="request" id={requestId} text={`${method} ${path}`} />
                <span class="said quiet">
                  <Instant at={at} />,{' '}
                  {organizationId === undefined ? 'unknown' : nameOf(organizationId)}
                </span>
              </>
            ),
          },
          { title: 'Response', isBrief: true, cell: (row) => <AnswerPill {...row} /> },
        ]}
      />
      <p>
        <a href={linkTo('requests')}>All requests</a>
      </p>
    </section>
  );
}
