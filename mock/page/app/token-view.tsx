import { shortToken } from '../../ground/ids.ts';
import { linkTo } from './router.ts';
import type { TokenRow } from './rows.ts';
import { TokenTable } from './token-table.tsx';
import { useLive } from './use-live.ts';

/** One share token: what it opens, for how long, and who received the record with it. */
export function TokenView({ id }: { id: string }) {
  const { data, error } = useLive<{ token: TokenRow }>(`/tokens/${encodeURIComponent(id)}`);
  return (
    <>
      <p>
        <a href={linkTo('tokens')}>All share tokens</a>
      </p>
      <h1 tabIndex={-1}>Share token {shortToken(id)}</h1>
      {error !== undefined && <p role="alert">{error}</p>}
      {data !== undefined && <TokenTable caption="What it opens" tokens={[data.token]} />}
    </>
  );
}
