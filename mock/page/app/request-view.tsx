import { ExplanationText } from './explanation-text.tsx';
import { Facts } from './facts.tsx';
import { Instant } from './instant.tsx';
import { OrganizationName } from './organization-name.tsx';
import { RecordLink } from './record-link.tsx';
import { linkTo } from './router.ts';
import { useExplanation } from './use-explanation.ts';

/** One request: what was asked, what was answered, and the check that decided with its values. */
export function RequestView({ id }: { id: string }) {
  const { data, error } = useExplanation(id);
  const cdrId = data?.decision?.values['cdrId'];
  return (
    <>
      <p>
        <a href={linkTo('requests')}>All requests</a>
      </p>
      <h1 tabIndex={-1}>Request {id}</h1>
      {error !== undefined && <p role="alert">{error}</p>}
      {data !== undefined && (
        <>
          <dl class="facts">
            <dt>Asked</dt>
            <dd class="code">
              {data.method} {data.path}
            </dd>
            <dt>At</dt>
            <dd>
              <Instant at={data.at} />
            </dd>
            <dt>By</dt>
            <dd>
              {data.organizationId === undefined ? (
                'nobody known'
              ) : (
                <OrganizationName id={data.organizationId} />
              )}
            </dd>
            <dt>Answered</dt>
            <dd>
              {data.status === 0 ? 'not at all' : data.status} {data.code ?? ''}
            </dd>
            <dt>Decided by</dt>
            <dd>
              <ExplanationText requestId={id} />
            </dd>
            {typeof cdrId === 'string' && (
              <>
                <dt>Record</dt>
                <dd>
                  <RecordLink cdrId={cdrId} />
                </dd>
              </>
            )}
          </dl>
          {data.decision !== undefined && (
            <Facts title="Values compared" facts={data.decision.values} empty="None." />
          )}
        </>
      )}
    </>
  );
}
