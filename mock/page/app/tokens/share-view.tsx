import { useState } from 'preact/hooks';
import { shortToken } from '../../../ground/ids.ts';
import { FormPanel } from '../fields/form-panel.tsx';
import { OrganizationSelect } from '../fields/organization-select.tsx';
import { type Proposal, TextField } from '../fields/text-field.tsx';
import { callService, type ServiceReply } from '../ground/call-service.ts';
import { linkTo, place } from '../ground/router.ts';
import type { RecordPage, RecordRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { Refusal } from '../parts/refusal.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { claimPageOf } from './claim-page-of.ts';

const DAY_MS = 86_400_000;
const PROPOSED_MAX = 50;

function Shared({ reply }: { reply: ServiceReply | undefined }) {
  if (reply === undefined) return null;
  if (!reply.ok) return <Refusal reply={reply} />;
  const token = String(reply.data['token']);
  return (
    <p class="result good">
      Token <code>{shortToken(token)}</code> was created. {reply.cost}{' '}
      <a href={claimPageOf(token)}>Open its claim page</a> or{' '}
      <a href={linkTo('receive', '', { token })}>receive it with criteria</a>.
    </p>
  );
}

function proposalOf({ cdrId, leadId, domain, state }: RecordRow): Proposal {
  return { value: cdrId, about: [leadId, domain, state].filter(Boolean).join(', ') };
}

/** Returns the newest records that the organization holds, to propose them. */
function useProposals(organization: string): readonly Proposal[] {
  const query = organization === '' ? '' : `&organization=${encodeURIComponent(organization)}`;
  const { data } = useLive<RecordPage>(`/records?limit=${PROPOSED_MAX}${query}`);
  return (data?.records ?? []).map(proposalOf);
}

/** Creates a share token, as the organization's own client would (spec §4.5). */
export function ShareView() {
  const { query } = place.value;
  const [organization, setOrganization] = useState(query.get('organization') ?? '');
  const [cdrId, setCdrId] = useState(query.get('cdrId') ?? '');
  const [days, setDays] = useState('');
  const [reply, setReply] = useState<ServiceReply>();
  const share = async (): Promise<string> => {
    setReply(undefined);
    const body = days === '' ? {} : { expiresInMs: Number(days) * DAY_MS };
    const path = `/v1/cdrs/${encodeURIComponent(cdrId.trim())}/share`;
    const answer = await callService(organization, path, body);
    setReply(answer);
    return answer.ok ? 'Shared.' : `Refused: ${answer.code}.`;
  };
  return (
    <>
      <ViewTitle>Share</ViewTitle>
      <p>Each share creates a new token. You can share a record without collecting it.</p>
      <FormPanel submitLabel="Share" onSubmit={share}>
        <OrganizationSelect label="Sender" value={organization} onChange={setOrganization} />
        <TextField
          label="Record"
          value={cdrId}
          onChange={setCdrId}
          isRequired
          proposals={useProposals(organization)}
          hint="The newest records are suggested."
        />
        <TextField
          label="Lifetime (days)"
          type="number"
          value={days}
          onChange={setDays}
          hint="Optional. Maximum: 730. Default: 30."
        />
      </FormPanel>
      <Shared reply={reply} />
    </>
  );
}
