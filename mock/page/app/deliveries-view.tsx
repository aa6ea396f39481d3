import { DeliveryTable } from './delivery-table.tsx';
import { emptyPage, Pages, pageCaption, pagePath, setFilter } from './list-pages.tsx';
import { OrganizationSelect } from './organization-select.tsx';
import { filterAt } from './router.ts';
import type { EventDelivery } from './rows.ts';
import { SelectField } from './select-field.tsx';
import { useLive } from './use-live.ts';

const STATES = [
  ['', 'All'],
  ['due', 'Due'],
  ['delivered', 'Delivered'],
  ['failed', 'Failed'],
] as const;

/** The webhook deliveries of every organization, newest first. */
export function DeliveriesView() {
  const path = pagePath('/deliveries', ['organization', 'state']);
  const { data, error } = useLive<{ total: number; deliveries: EventDelivery[] }>(path);
  const { total = 0, deliveries } = data ?? {};
  return (
    <>
      <h1 tabIndex={-1}>Webhook deliveries</h1>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <OrganizationSelect
          label="Organization"
          any="All"
          value={filterAt('organization')}
          onChange={(value) => setFilter('organization', value)}
        />
        <SelectField
          label="State"
          value={filterAt('state')}
          options={STATES}
          onChange={(value) => setFilter('state', value)}
        />
      </form>
      {error !== undefined && <p role="alert">{error}</p>}
      <DeliveryTable
        caption={pageCaption(total)}
        deliveries={deliveries?.toReversed()}
        empty={emptyPage('deliveries', 'No webhooks yet.')}
      />
      <Pages of="deliveries" total={total} />
    </>
  );
}
