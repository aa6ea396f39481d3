import { formatNumber } from './format.ts';
import type { TokenRow } from './rows.ts';
import { TokenTable } from './token-table.tsx';
import { useLive } from './use-live.ts';

const SHOWN_MAX = 100;

/** The share tokens of every organization, newest first. */
export function TokensView() {
  const { data, error } = useLive<{ total: number; tokens: TokenRow[] }>(
    `/tokens?limit=${SHOWN_MAX}`,
  );
  return (
    <>
      <h1 tabIndex={-1}>Share tokens</h1>
      {error !== undefined && <p role="alert">{error}</p>}
      <TokenTable
        caption={`Newest first, ${formatNumber(data?.total ?? 0)} total`}
        tokens={data?.tokens.toReversed()}
      />
    </>
  );
}
