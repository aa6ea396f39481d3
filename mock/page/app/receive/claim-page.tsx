import { shortToken } from '../../../ground/ids.ts';
import type { TokenRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { Countdown } from '../parts/instant.tsx';
import { OrganizationName } from '../parts/organization-name.tsx';
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

/** The page that a share URL opens for a person (spec §4.7). Opening it charges nothing. */
export function ClaimPage({ token }: { token: string }) {
  const { data, error } = useLive<{ token: TokenRow }>(`/tokens/${encodeURIComponent(token)}`);
  const isDevMode = data?.token.devMode === true;
  return (
    <>
      <ViewTitle>Receive a shared record</ViewTitle>
      <p class="quiet">
        Share token <code>{shortToken(token)}</code>
      </p>
      {error !== undefined && <p role="alert">{error}</p>}
      {data !== undefined && <Offer token={data.token} />}
      {isDevMode ? <DevModeDenial /> : <ReceivePanel token={token} showCriteria={false} />}
    </>
  );
}
