import type { EventDelivery } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { ListFilters } from '../parts/list-filters.tsx';
import { emptyPage, Pages, pageCaption, pagePath } from '../parts/list-pages.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { DeliveryTable } from './delivery-table.tsx';

const STATES = [
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
      <ViewTitle>Webhook deliveries</ViewTitle>
      <ListFilters organization="Organization" name="state" label="State" options={STATES} />
      <DeliveryTable
        caption={pageCaption(total)}
        deliveries={deliveries?.toReversed()}
        error={error}
        empty={emptyPage('deliveries', 'No webhooks yet.')}
      />
      <Pages of="deliveries" total={total} />
    </>
  );
}
