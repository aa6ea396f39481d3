import { formatMs } from '../ground/format.ts';
import { linkTo } from '../ground/router.ts';
import type { RequestDetail } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { Facts } from '../parts/facts.tsx';
import { Instant } from '../parts/instant.tsx';
import { OrganizationName } from '../parts/organization-name.tsx';
import { RecordLink } from '../parts/record-link.tsx';
import { SectionText } from '../parts/section-text.tsx';
import { ThingTitle } from '../parts/thing-title.tsx';
import { RequestExchange } from './request-exchange.tsx';
import { SendAgain } from './send-again.tsx';

function About({ request }: { request: RequestDetail }) {
  const { method, path, at, organizationId, status, code, why, cost } = request;
  const { decision, charges, exchange } = request;
  const cdrId = decision?.values['cdrId'] ?? charges[0]?.cdrId;
  return (
    <dl class="facts">
      <dt>Request</dt>
      <dd class="code">
        {method} {path}
      </dd>
      <dt>Time</dt>
      <dd>
        <Instant at={at} />
      </dd>
      <dt>By</dt>
      <dd>{organizationId === undefined ? 'unknown' : <OrganizationName id={organizationId} />}</dd>
      <dt>Response</dt>
      <dd>
        {status === 0 ? 'none' : status} {code ?? ''}
      </dd>
      {exchange !== null && (
        <>
          <dt>Duration</dt>
          <dd>{formatMs(exchange.durationMs)} on the fake’s clock</dd>
        </>
      )}
      <dt>Why</dt>
      <dd>
        <SectionText text={why} />{' '}
        {decision?.section === 'fault' && <a href={linkTo('faults')}>All faults</a>}
      </dd>
      <dt>Cost</dt>
      <dd>{cost}</dd>
      {typeof cdrId === 'string' && (
        <>
          <dt>Record</dt>
          <dd>
            <RecordLink cdrId={cdrId} />
          </dd>
        </>
      )}
    </dl>
  );
}

/**
 * One request: what was asked and answered, the check that decided, what it cost and who was
 * charged.
 */
export function RequestView({ id }: { id: string }) {
  const live = useLive<{ request: RequestDetail }>(`/requests/${encodeURIComponent(id)}`);
  const { data } = live;
  const { request } = data ?? {};
  return (
    <>
      <ThingTitle list="requests" kind="request" id={id} live={live} />
      {request !== undefined && (
        <>
          <About request={request} />
          {request.exchange !== null && <SendAgain requestId={id} />}
          <RequestExchange request={request} />
          {request.decision !== undefined && (
            <details>
              <summary>Values compared</summary>
              <Facts title="Values" facts={request.decision.values} empty="None." />
            </details>
          )}
        </>
      )}
    </>
  );
}
