import { useState } from 'preact/hooks';
import { FormPanel } from '../fields/form-panel.tsx';
import { TextField } from '../fields/text-field.tsx';
import { callControl } from '../ground/call-control.ts';
import type { OrganizationRow } from '../ground/rows.ts';
import { ActionButton } from '../parts/action-button.tsx';

/** Sets where the events of an organization go, or that they go nowhere. */
export function SetWebhook({ row }: { row: OrganizationRow }) {
  const { organizationId, name, webhook } = row;
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [secret, setSecret] = useState('');
  const change = async (to: { url: string; secret?: string } | null): Promise<string> => {
    const path = `/organizations/${encodeURIComponent(organizationId)}`;
    await callControl('PATCH', path, { webhook: to });
    return to === null ? `Removed the webhook of ${name}.` : `Events of ${name} go to ${to.url}.`;
  };
  const set = (): Promise<string> => change({ url, ...(secret !== '' && { secret }) });
  return (
    <details>
      <summary>Set webhook</summary>
      <FormPanel submitLabel="Set webhook" onSubmit={set}>
        <TextField label="Webhook URL" type="url" value={url} onChange={setUrl} isRequired />
        <TextField
          label="Signing secret"
          type="password"
          value={secret}
          onChange={setSecret}
          hint="Optional. Without one, deliveries are not signed."
        />
      </FormPanel>
      {webhook !== null && (
        <ActionButton act={() => change(null)}>
          Remove webhook<span class="unseen"> of {name}</span>
        </ActionButton>
      )}
    </details>
  );
}
