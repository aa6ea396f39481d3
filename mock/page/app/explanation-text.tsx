import { linkTo } from './router.ts';
import { useExplanation } from './use-explanation.ts';

/** The check that decided a request, in a line. */
export function ExplanationText({ requestId }: { requestId: string }) {
  const { data, error } = useExplanation(requestId);
  if (data === undefined) return <>{error ?? '…'}</>;
  const { decision, message, status, operation } = data;
  if (decision === undefined) {
    return <>{message ?? (operation === 'cdrs.download' ? 'a signed address' : 'no check')}</>;
  }
  const { check, section, values } = decision;
  if (section === 'fault' && values['faultId'] !== undefined) {
    return (
      <>
        <a href={linkTo('faults')}>a fault</a> {check.replace('no fault strikes', 'struck')}
      </>
    );
  }
  const where = /^\d/.test(section) ? `spec §${section}` : section;
  return (
    <>
      {status >= 400 || status === 202 ? 'not so: ' : ''}
      {check} <span class="quiet">{where}</span>
      {message !== undefined && <span class="quiet said">{message}</span>}
    </>
  );
}
