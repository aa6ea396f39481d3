import { DeliveryTable } from './delivery-table.tsx';
import { formatNumber } from './format.ts';
import type { EventDelivery } from './rows.ts';
import { useLive } from './use-live.ts';

const SHOWN_MAX = 100;

/** The webhook deliveries of every organization, newest first. */
export function DeliveriesView() {
  const { data, error } = useLive<{ total: number; deliveries: EventDelivery[] }>(
    `/deliveries?limit=${SHOWN_MAX}`,
  );
  return (
    <>
      <h1 tabIndex={-1}>Webhook deliveries</h1>
      {error !== undefined && <p role="alert">{error}</p>}
      <DeliveryTable
        caption={`Newest first, ${formatNumber(data?.total ?? 0)} total`}
        deliveries={data?.deliveries.toReversed()}
      />
    </>
  );
}
