import { useState } from 'preact/hooks';
import { ActionButton } from './action-button.tsx';
import { callControl } from './call-control.ts';
import { callService } from './call-service.ts';
import { withCost } from './cost-of.ts';
import { nameOf } from './organization-name.tsx';
import { OrganizationSelect } from './organization-select.tsx';
import { linkTo } from './router.ts';
import type { RecordRow } from './rows.ts';

const EVENTS = [
  ['finish-rendering', 'Finish rendering'],
  ['invalidate', 'Flag invalid'],
  ['duplicate', 'Duplicate'],
] as const;

async function collect(organizationId: string, cdrId: string): Promise<string> {
  const path = `/v1/cdrs/${encodeURIComponent(cdrId)}/collect`;
  const { ok, code, message, data, cost } = await callService(organizationId, path);
  if (!ok) throw new Error(`${code}: ${message}. ${cost}`);
  const who = nameOf(organizationId);
  return data['alreadyCollected'] === true
    ? `${who} could already download ${cdrId}. ${cost}`
    : `${who} collected ${cdrId}. ${cost}`;
}

/** Actions on a record: by an organization, and by the service itself. */
export function RecordActions({ cdrId, state, organizationId }: RecordRow) {
  const [organization, setOrganization] = useState(organizationId);
  const path = `/records/${encodeURIComponent(cdrId)}`;
  return (
    <section aria-label="Actions" class="buttons">
      <OrganizationSelect label="As" value={organization} onChange={setOrganization} />
      <ActionButton isDisabled={organization === ''} act={() => collect(organization, cdrId)}>
        Collect
      </ActionButton>
      <a class="button" href={linkTo('share', '', { cdrId, organization })}>
        Share…
      </a>
      <span class="gap" />
      {EVENTS.map(([event, label]) => (
        <ActionButton
          key={event}
          isDisabled={(event === 'finish-rendering') !== (state === 'pending')}
          act={() =>
            withCost(async () => {
              await callControl('POST', `${path}/${event}`);
              return `${label}: done for ${cdrId}.`;
            }, cdrId)
          }
        >
          {label}
        </ActionButton>
      ))}
    </section>
  );
}
