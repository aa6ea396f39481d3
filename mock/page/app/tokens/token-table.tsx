import { shortToken } from '../../../ground/ids.ts';
import { SERVICE_PATH } from '../ground/own-path.ts';
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
    <ul>
      {receivedBy.map(({ organizationId, at, shareEventId }) => (
        <li key={shareEventId}>
          <OrganizationName id={organizationId} />{' '}
          <span class="said">
            <Instant at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Actions({ token }: { token: string }) {
  const shown = <span class="unseen"> {shortToken(token)}</span>;
  return (
    <span class="buttons">
      <a href={claimPageOf(token)}>Claim page{shown}</a>
      <CopyButton text={shareUrlOf(token)} what={`the share URL of ${shortToken(token)}`}>
        Copy URL{shown}
      </CopyButton>
    </span>
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
        { title: 'Created', isNumber: true, cell: (row) => <Instant at={row.createdAt} /> },
        {
          title: 'Expires',
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
