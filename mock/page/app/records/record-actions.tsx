import { useState } from 'preact/hooks';
import { OrganizationSelect } from '../fields/organization-select.tsx';
import { callControl } from '../ground/call-control.ts';
import { callService } from '../ground/call-service.ts';
import { withCost } from '../ground/cost-of.ts';
import { nameOf } from '../ground/live.ts';
import { linkTo } from '../ground/router.ts';
import type { RecordRow } from '../ground/rows.ts';
import { ActionButton } from '../parts/action-button.tsx';

const EVENTS = [
  ['finish-rendering', 'Finish rendering', (id) => `Finished rendering ${id}.`],
  ['invalidate', 'Flag invalid', (id) => `Flagged ${id} invalid.`],
  ['duplicate', 'Duplicate', (id) => `Duplicated ${id}.`],
] as const satisfies readonly (readonly [string, string, (cdrId: string) => string])[];

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
      {EVENTS.map(([event, label, done]) => (
        <ActionButton
          key={event}
          isDisabled={(event === 'finish-rendering') !== (state === 'pending')}
          act={() =>
            withCost(async () => {
              await callControl('POST', `${path}/${event}`);
              return done(cdrId);
            }, cdrId)
          }
        >
          {label}
        </ActionButton>
      ))}
    </section>
  );
}
