import { useState } from 'preact/hooks';
import { SelectField } from '../fields/select-field.tsx';
import { callControl } from '../ground/call-control.ts';
import { organizations } from '../ground/live.ts';
import { filterAt, setFilters } from '../ground/router.ts';
import type { OrganizationRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { SetWebhook } from './set-webhook.tsx';

type Env = Readonly<Record<string, string>>;

const LABELS = new Map(
  Object.entries({
    CONSENT_EVIDENCE_API_KEY: 'API key',
    CONSENT_EVIDENCE_BASE_URL: 'Base URL',
    CONSENT_EVIDENCE_WEBHOOK_SECRET: 'Webhook secret',
  }),
);

const dotEnv = (env: Env): string =>
  Object.entries(env)
    .map(([variable, value]) => `${variable}=${value}\n`)
    .join('');

/** A value in one piece; a secret only when it is asked for. */
function Value({
  variable,
  value,
  isShown,
}: {
  variable: string;
  value: string;
  isShown: boolean;
}) {
  const label = LABELS.get(variable) ?? variable;
  const hidden = variable.endsWith('_KEY') ? `${value.split('.', 1)[0]}.…` : '…';
  const isPublic = variable.endsWith('_URL');
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <code>{isPublic || isShown ? value : hidden}</code>{' '}
        <CopyButton text={value} what={`the ${label}`}>
          Copy<span class="unseen"> {label}</span>
        </CopyButton>
      </dd>
    </>
  );
}

function Connection({ row }: { row: OrganizationRow }) {
  const { organizationId, name } = row;
  const path = `/organizations/${encodeURIComponent(organizationId)}`;
  const { data, error } = useLive<{ env: Env }>(`${path}/env`);
  const [isShown, setShown] = useState(false);
  const addKey = async (): Promise<string> => {
    const { keyId } = await callControl<{ keyId: string }>('POST', `${path}/keys`);
    return `Issued the key ${keyId} to ${name}. Its older keys still work.`;
  };
  return (
    <>
      {error !== undefined && <p role="alert">{error}</p>}
      {data !== undefined && (
        <dl class="facts">
          {Object.entries(data.env).map(([variable, value]) => (
            <Value key={variable} variable={variable} value={value} isShown={isShown} />
          ))}
        </dl>
      )}
      <p class="buttons">
        {data !== undefined && (
          <>
            <CopyButton text={dotEnv(data.env)} what={`the environment of ${name}`}>
              Copy all as .env
            </CopyButton>
            <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
              Show secrets
            </button>
          </>
        )}
        <ActionButton act={addKey}>
          Add key<span class="unseen"> to {name}</span>
        </ActionButton>
      </p>
      <SetWebhook row={row} />
    </>
  );
}

/** What a program of one organization needs to reach this fake, and to receive from it. */
export function ConnectPanel() {
  const byName = organizations.value.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  const wanted = filterAt('organization');
  const row = byName.find(({ organizationId }) => organizationId === wanted) ?? byName[0];
  if (row === undefined) return null;
  return (
    <section class="card">
      <h2>Connect a program</h2>
      <SelectField
        label="As organization"
        value={row.organizationId}
        options={byName.map(({ organizationId, name }) => [organizationId, name])}
        onChange={(organization) => setFilters({ organization })}
      />
      <Connection key={row.organizationId} row={row} />
    </section>
  );
}
