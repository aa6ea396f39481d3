import type { TokenRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { ListFilters } from '../parts/list-filters.tsx';
import { emptyPage, Pages, pageCaption, pagePath } from '../parts/list-pages.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { TokenTable } from './token-table.tsx';

const LIFE = [['true', 'Not expired']] as const;

/** The share tokens of every organization, newest first. */
export function TokensView() {
  const path = pagePath('/tokens', ['organization', 'live']);
  const { data, error } = useLive<{ total: number; tokens: TokenRow[] }>(path);
  const { total = 0, tokens } = data ?? {};
  return (
    <>
      <ViewTitle>Share tokens</ViewTitle>
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
