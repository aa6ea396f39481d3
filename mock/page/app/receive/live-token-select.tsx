import { shortToken } from '../../../ground/ids.ts';
import { SelectField } from '../fields/select-field.tsx';
import { formatDuration } from '../ground/format.ts';
import { nameOf, worldNow } from '../ground/live.ts';
import type { TokenRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';

const OFFERED_MAX = 200;

function wordsOf({ token, leadId, domain, organizationId, expiresAt }: TokenRow): string {
  const left = formatDuration(Math.max(0, expiresAt - worldNow()));
  const what = [leadId, domain].filter(Boolean).join(', ');
  return `${shortToken(token)} · ${what} · from ${nameOf(organizationId)} · ${left} left`;
}

interface LiveTokenSelectProps {
  readonly value: string;
  readonly onChange: (token: string) => void;
}

/** A choice of the open share links, newest first. */
export function LiveTokenSelect({ value, onChange }: LiveTokenSelectProps) {
  const path = `/tokens?live=true&limit=${OFFERED_MAX}`;
  const { data } = useLive<{ total: number; tokens: TokenRow[] }>(path);
  const tokens = data?.tokens.toReversed() ?? [];
  const isOffered = tokens.some(({ token }) => token === value);
  return (
    <SelectField
      label="Open share links"
      value={isOffered ? value : ''}
      options={[
        ['', data?.total === 0 ? 'No open share links' : 'Choose one'],
        ...tokens.map((row) => [row.token, wordsOf(row)] as const),
      ]}
      onChange={onChange}
      hint={
        data !== undefined && data.total > tokens.length
          ? `The newest ${tokens.length} of ${data.total} are listed.`
          : undefined
      }
    />
  );
}
