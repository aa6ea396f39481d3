import type { AcceptanceCriteria } from '../../../../src/contract/acceptance.ts';
import type { AcceptanceFailure } from '../../../../src/contract/acceptance-failure.ts';
import type { ServiceReply } from '../ground/call-service.ts';
import { linkTo } from '../ground/router.ts';
import { RecordLink } from '../parts/record-link.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { DevModeDenial } from './dev-mode-denial.tsx';
import { Verdict } from './verdict.tsx';

const NONE: readonly AcceptanceFailure[] = [];

interface ReceiveResultProps {
  readonly reply: ServiceReply;
  readonly criteria: unknown;
}

function Receipt({ reply, criteria }: ReceiveResultProps) {
  const { cdrId, domainId, alreadyClaimed, shareEventId } = reply.data;
  const id = String(cdrId);
  return (
    <>
      <p class="result good">
        <strong>{alreadyClaimed === true ? 'Already received' : 'Received'}</strong>:{' '}
        <RecordLink cdrId={id} />, filed under {String(domainId)}.{' '}
        {alreadyClaimed === true
          ? 'No criteria were checked.'
          : `Share event: ${String(shareEventId)}.`}{' '}
        {reply.cost} <a href={linkTo('requests', reply.requestId)}>Details of the request</a>
      </p>
      {criteria !== undefined && alreadyClaimed !== true && (
        <Verdict criteria={criteria as AcceptanceCriteria} failures={NONE} />
      )}
    </>
  );
}

/**
 * The result of a receive (spec §4.6), except for the wait for a pending record. Criteria that were
 * judged had the strict form.
 */
export function ReceiveResult({ reply, criteria }: ReceiveResultProps) {
  if (reply.ok) return <Receipt reply={reply} criteria={criteria} />;
  if (reply.code === 'CDR_DEV_MODE') return <DevModeDenial />;
  const { failures } = (reply.details ?? {}) as { failures?: AcceptanceFailure[] };
  return (
    <>
      <Refusal reply={reply} />
      {/* A fault can return this code too, but judges nothing. */}
      {reply.code === 'CDR_ACCEPTANCE_FAILED' && failures !== undefined && (
        <Verdict criteria={criteria as AcceptanceCriteria} failures={failures} />
      )}
    </>
  );
}
