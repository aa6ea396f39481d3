import { emptyPage, Pages, pageCaption, pagePath, setFilter } from './list-pages.tsx';
import { OrganizationSelect } from './organization-select.tsx';
import { filterAt } from './router.ts';
import type { TokenRow } from './rows.ts';
import { SelectField } from './select-field.tsx';
import { TokenTable } from './token-table.tsx';
import { useLive } from './use-live.ts';

const LIFE = [
  ['', 'All'],
  ['true', 'Not expired'],
] as const;

/** The share tokens of every organization, newest first. */
export function TokensView() {
  const path = pagePath('/tokens', ['organization', 'live']);
  const { data, error } = useLive<{ total: number; tokens: TokenRow[] }>(path);
  const { total = 0, tokens } = data ?? {};
  return (
    <>
      <h1 tabIndex={-1}>Share tokens</h1>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <OrganizationSelect
          label="Created by"
          any="All"
          value={filterAt('organization')}
          onChange={(value) => setFilter('organization', value)}
        />
        <SelectField
          label="Lifetime"
          value={filterAt('live')}
          options={LIFE}
          onChange={(value) => setFilter('live', value)}
        />
      </form>
      {error !== undefined && <p role="alert">{error}</p>}
      <TokenTable
        caption={pageCaption(total)}
        tokens={tokens?.toReversed()}
        empty={emptyPage('share tokens', 'No share tokens yet.')}
      />
      <Pages of="share tokens" total={total} />
    </>
  );
}
