import { ListFilters } from './list-filters.tsx';
import { emptyPage, Pages, pageCaption, pagePath } from './list-pages.tsx';
import type { TokenRow } from './rows.ts';
import { TokenTable } from './token-table.tsx';
import { useLive } from './use-live.ts';

const LIFE = [['true', 'Not expired']] as const;

/** The share tokens of every organization, newest first. */
export function TokensView() {
  const path = pagePath('/tokens', ['organization', 'live']);
  const { data, error } = useLive<{ total: number; tokens: TokenRow[] }>(path);
  const { total = 0, tokens } = data ?? {};
  return (
    <>
      <h1 tabIndex={-1}>Share tokens</h1>
      <ListFilters organization="Created by" name="live" label="Lifetime" options={LIFE} />
      <TokenTable
        caption={pageCaption(total)}
        tokens={tokens?.toReversed()}
        error={error}
        empty={emptyPage('share tokens', 'No share tokens yet.')}
      />
      <Pages of="share tokens" total={total} />
    </>
  );
}
