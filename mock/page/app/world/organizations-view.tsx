import { useState } from 'preact/hooks';
import { callControl } from '../ground/call-control.ts';
import { formatNumber } from '../ground/format.ts';
import { organizations } from '../ground/live.ts';
import { linkTo } from '../ground/router.ts';
import type { OrganizationRow, RecordRow, TotalsRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Identifier } from '../parts/identifier.tsx';
import { Pill } from '../parts/pill.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { RecordTable } from '../records/record-table.tsx';

const LATEST = 15;

function Traits({ billing, apiAccess, autoCollect, unreadable, keys }: OrganizationRow) {
  return (
    <p class="pills">
      {billing ? <Pill tone="good">billing</Pill> : <Pill tone="bad">no billing</Pill>}
      {apiAccess === 'off' && <Pill tone="bad">API access off</Pill>}
      {apiAccess === 'granted' && <Pill tone="plain">API access granted</Pill>}
      {!autoCollect && <Pill tone="plain">no auto-collect</Pill>}
      {unreadable && <Pill tone="bad">unreadable</Pill>}
      {!keys.some(({ revokedAt }) => revokedAt === null) && <Pill tone="bad">no active key</Pill>}
    </p>
  );
}

/** The keys are fetched on request, and removed from the page when hidden again. */
function Environment({ organizationId, name }: OrganizationRow) {
  const [text, setText] = useState<string>();
  const show = async (): Promise<string> => {
    const path = `/organizations/${encodeURIComponent(organizationId)}/env`;
    const { env } = await callControl<{ env: Record<string, string> }>('GET', path);
    setText(
      Object.entries(env)
        .map(([variable, value]) => `${variable}=${value}`)
        .join('\n'),
    );
    return `Showing the environment of ${name}.`;
  };
  const hide = async (): Promise<string> => {
    setText(undefined);
    return '';
  };
  return (
    <>
      {text !== undefined && (
        // Long lines scroll, so the keyboard must reach them.
        <pre tabIndex={0} aria-label={`Environment of ${name}`}>
          {text}
        </pre>
      )}
      {/* One button for both, so it keeps the focus. */}
      <ActionButton isLook act={text === undefined ? show : hide}>
        {text === undefined ? 'Environment' : 'Hide'}
        <span class="unseen"> of {name}</span>
      </ActionButton>
    </>
  );
}

function deliveriesOf(totals: TotalsRow): string {
  const counts = Object.entries(totals.deliveries).filter(([, count]) => count > 0);
  if (counts.length === 0) return 'none';
  return counts.map(([state, count]) => `${formatNumber(count)} ${state}`).join(', ');
}

/** What stands where a number has not been read, which is not 0. */
const UNREAD = '…';

const figure = (count: number | undefined): string =>
  count === undefined ? UNREAD : formatNumber(count);

function Totals({ totals }: { totals: TotalsRow | undefined }) {
  const figures: [string, string][] = [
    ['Holds', figure(totals?.records)],
    ['Can download', figure(totals?.downloadable)],
    ['Charged', figure(totals?.charges)],
    ['Live tokens', figure(totals?.liveTokens)],
    ['Webhooks', totals === undefined ? UNREAD : deliveriesOf(totals)],
  ];
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function OrganizationCard({
  row,
  totals,
}: {
  row: OrganizationRow;
  totals: TotalsRow | undefined;
}) {
  const { organizationId, name, webhook } = row;
  return (
    <li class="card">
      <h2>
        <a href={linkTo('records', '', { organization: organizationId })}>{name}</a>
      </h2>
      <p class="quiet">
        <Identifier kind="organization" id={organizationId} />
      </p>
      <Traits {...row} />
      <Totals totals={totals} />
      {webhook !== null && (
        <p class="quiet address">
          Webhook {webhook.signed ? 'signed' : 'unsigned'}: {webhook.url}
        </p>
      )}
      <Environment {...row} />
    </li>
  );
}

/** The organizations side by side, and who has what of the newest records. */
export function OrganizationsView() {
  const totals = useLive<{ totals: TotalsRow[] }>('/totals');
  const latest = useLive<{ total: number; records: RecordRow[] }>(`/records?limit=${LATEST}`);
  return (
    <>
      <ViewTitle>Organizations</ViewTitle>
      {totals.error !== undefined && <p role="alert">{totals.error}</p>}
      <ul class="cards">
        {organizations.value.map((row) => (
          <OrganizationCard
            key={row.organizationId}
            row={row}
            totals={totals.data?.totals.find(
              ({ organizationId }) => organizationId === row.organizationId,
            )}
          />
        ))}
      </ul>
      <h2>Newest records</h2>
      <RecordTable
        caption="Who holds, pays and downloads"
        records={latest.data?.records}
        error={latest.error}
      />
      <p>
        <a href={linkTo('records')}>All {figure(latest.data?.total)} records</a>
      </p>
    </>
  );
}
