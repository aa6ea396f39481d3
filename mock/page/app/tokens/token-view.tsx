import { shortToken } from '../../../ground/ids.ts';
import { linkTo } from '../ground/router.ts';
import type { TokenRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { Missing } from '../parts/thing-title.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { TokenTable } from './token-table.tsx';

/** One share token: what it opens, for how long, and who received the record with it. */
export function TokenView({ id }: { id: string }) {
  const live = useLive<{ token: TokenRow }>(`/tokens/${encodeURIComponent(id)}`);
  const { data } = live;
  return (
    <>
      <p>
        <a href={linkTo('tokens')}>All share tokens</a>
      </p>
      <ViewTitle>Share token {shortToken(id)}</ViewTitle>
      <Missing what={`share token ${shortToken(id)}`} live={live} />
      {data !== undefined && <TokenTable caption="What it opens" tokens={[data.token]} />}
    </>
  );
}
