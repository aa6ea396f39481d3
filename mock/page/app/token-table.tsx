import { claimPageOf } from './claim-page-of.ts';
import { CopyButton } from './copy-button.tsx';
import { formatInstant, shortToken } from './format.ts';
import { Identifier } from './identifier.tsx';
import { Countdown, Instant } from './instant.tsx';
import { nameOf, OrganizationName } from './organization-name.tsx';
import { Pill } from './pill.tsx';
import { RecordLink } from './record-link.tsx';
import type { TokenRow } from './rows.ts';
import { Table } from './table.tsx';

const shareUrlOf = (token: string): string =>
  `${location.origin}/v1/shares/${encodeURIComponent(token)}`;

function ReceivedBy({ receivedBy }: { receivedBy: TokenRow['receivedBy'] }) {
  if (receivedBy.length === 0) return <>nobody</>;
  return (
    <>
      {receivedBy
        .map(({ organizationId, at }) => `${nameOf(organizationId)} (${formatInstant(at)})`)
        .join(', ')}
    </>
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
}

/** Share tokens with their time to live (spec §2.5). No token is shown whole. */
export function TokenTable({ caption, tokens }: TokenTableProps) {
  return (
    <Table
      caption={caption}
      rows={tokens}
      keyOf={({ token }) => token}
      empty="No share tokens yet."
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
