import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { shortToken } from '../../../ground/ids.ts';
import type { TokenRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { Countdown } from '../parts/instant.tsx';
import { OrganizationName } from '../parts/organization-name.tsx';
import { Missing } from '../parts/thing-title.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { DevModeDenial } from './dev-mode-denial.tsx';
import { ReceivePanel } from './receive-panel.tsx';

function Offer({ token }: { token: TokenRow }) {
  const { organizationId, expiresAt, expired } = token;
  return (
    <p>
      <OrganizationName id={organizationId} /> shares a record with you.{' '}
      {expired ? (
        <strong>The offer has expired.</strong>
      ) : (
        <>
          The offer expires <Countdown until={expiresAt} past="now" />.
        </>
      )}
    </p>
  );
}

/** Whether the claim page's token is unknown: then it is a page of the service, and nothing to test. */
export const isUnknownClaim = signal(false);

/** The page that a share URL opens for a person (spec §4.7). Opening it charges nothing. */
export function ClaimPage({ token }: { token: string }) {
  const live = useLive<{ token: TokenRow }>(`/tokens/${encodeURIComponent(token)}`);
  const { data } = live;
  useEffect(() => {
    isUnknownClaim.value = live.isMissing === true;
  }, [live.isMissing]);
  return (
    <>
      <ViewTitle>Receive a shared record</ViewTitle>
      <p class="quiet">
        Share token <code>{shortToken(token)}</code>
      </p>
      <Missing what={`share token ${shortToken(token)}`} live={live} />
      {data !== undefined && <Offer token={data.token} />}
      {data?.token.devMode === true && <DevModeDenial />}
      {data?.token.devMode === false && <ReceivePanel token={token} showCriteria={false} />}
    </>
  );
}
