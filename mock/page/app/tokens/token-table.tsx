import { shortToken } from '../../../ground/ids.ts';
import { formatInstant } from '../ground/format.ts';
import { SERVICE_PATH } from '../ground/own-path.ts';
import { linkTo } from '../ground/router.ts';
import type { TokenRow } from '../ground/rows.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Identifier } from '../parts/identifier.tsx';
import { Countdown, Instant } from '../parts/instant.tsx';
import { OrganizationName } from '../parts/organization-name.tsx';
import { Pill } from '../parts/pill.tsx';
import { RecordLink } from '../parts/record-link.tsx';
import { Table } from '../parts/table.tsx';
import { claimPageOf } from './claim-page-of.ts';

const shareUrlOf = (token: string): string =>
  `${location.origin}${SERVICE_PATH}/v1/shares/${encodeURIComponent(token)}`;

function ReceivedBy({ receivedBy }: { receivedBy: TokenRow['receivedBy'] }) {
  if (receivedBy.length === 0) return <>nobody</>;
  return (
    <>
      {receivedBy.map(({ organizationId, at, shareEventId }, index) => (
        <span key={shareEventId} title={`${formatInstant(at)} UTC`}>
          {index > 0 && ', '}
          <OrganizationName id={organizationId} />
        </span>
      ))}
    </>
  );
}

function Actions({ token }: { token: string }) {
  const shown = <span class="unseen"> {shortToken(token)}</span>;
  return (
    <details class="menu">
      <summary>
        ⋯<span class="unseen"> Actions for {shortToken(token)}</span>
      </summary>
      <div class="buttons">
        <a href={claimPageOf(token)}>Claim page{shown}</a>
        <a href={linkTo('receive', '', { token })}>Receive…{shown}</a>
        <CopyButton text={shareUrlOf(token)} what={`the share URL of ${shortToken(token)}`}>
          Copy URL{shown}
        </CopyButton>
      </div>
    </details>
  );
}

interface TokenTableProps {
  readonly caption: string;
  readonly tokens: readonly TokenRow[] | undefined;
  readonly error?: string | undefined;
  /** The text shown if there are none. */
  readonly empty?: string;
}

/** Share tokens with their time to live (spec §2.5). No token is shown whole. */
export function TokenTable(props: TokenTableProps) {
  const { caption, tokens, error, empty = 'No share tokens yet.' } = props;
  return (
    <Table
      caption={caption}
      rows={tokens}
      error={error}
      keyOf={({ token }) => token}
      empty={empty}
      columns={[
        {
          title: 'Token',
          cell: ({ token, devMode }) => (
            <>
              <Identifier kind="token" id={token} /> {devMode && <Pill tone="wait">Dev Mode</Pill>}
            </>
          ),
        },
        { title: 'Record', cell: ({ cdrId }) => <RecordLink cdrId={cdrId} /> },
        { title: 'Created by', cell: (row) => <OrganizationName id={row.organizationId} /> },
        {
          title: 'Created',
          isNumber: true,
          cell: (row) => (
            <span class="line">
              <Instant at={row.createdAt} />
            </span>
          ),
        },
        {
          title: 'Expires',
          isBrief: true,
          isNumber: true,
          cell: ({ expiresAt, expired }) =>
            expired ? (
              <Pill tone="bad">expired</Pill>
            ) : (
              <Countdown until={expiresAt} past="expired" />
            ),
        },
        { title: 'Received by', cell: (row) => <ReceivedBy receivedBy={row.receivedBy} /> },
        { title: 'Actions', cell: ({ token }) => <Actions token={token} /> },
      ]}
    />
  );
}
