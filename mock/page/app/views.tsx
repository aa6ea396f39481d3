import type { JSX } from 'preact';
import { CaptureView } from './capture/capture-view.tsx';
import { ChargesView } from './charges/charges-view.tsx';
import { DeliveriesView } from './deliveries/deliveries-view.tsx';
import { DeliveryView } from './deliveries/delivery-view.tsx';
import { ReceiverView } from './deliveries/receiver-view.tsx';
import { FaultsView } from './faults/faults-view.tsx';
import { SearchView } from './find/search-view.tsx';
import type { Place } from './ground/router.ts';
import { JsonView } from './parts/json-view.tsx';
import { ViewTitle } from './parts/view-title.tsx';
import { ReceiveView } from './receive/receive-view.tsx';
import { RecordView } from './records/record-view.tsx';
import { RecordsView } from './records/records-view.tsx';
import { RequestView } from './requests/request-view.tsx';
import { RequestsView } from './requests/requests-view.tsx';
import { ShareView } from './tokens/share-view.tsx';
import { TokenView } from './tokens/token-view.tsx';
import { TokensView } from './tokens/tokens-view.tsx';
import { OrganizationsView } from './world/organizations-view.tsx';
import { ReadingsView } from './world/readings-view.tsx';
import { SnapshotsView } from './world/snapshots-view.tsx';

type View = (place: Place) => JSX.Element;

/**
 * A view with a key is made again when its address changes, so no field keeps what was meant for
 * another.
 */
const VIEWS: Readonly<Record<string, View>> = {
  organizations: () => <OrganizationsView />,
  records: ({ id }) => (id === '' ? <RecordsView /> : <RecordView key={id} id={id} />),
  tokens: ({ id }) => (id === '' ? <TokensView /> : <TokenView key={id} id={id} />),
  deliveries: ({ id }) => (id === '' ? <DeliveriesView /> : <DeliveryView key={id} id={id} />),
  sink: () => <ReceiverView />,
  requests: ({ id }) => (id === '' ? <RequestsView /> : <RequestView key={id} id={id} />),
  charges: () => <ChargesView />,
  readings: () => <ReadingsView />,
  search: () => <SearchView />,
  json: ({ id, query }) => <JsonView key={`${query.get('kind')} ${id}`} id={id} />,
  capture: () => <CaptureView />,
  share: ({ query }) => <ShareView key={query.toString()} />,
  receive: ({ query }) => <ReceiveView key={query.toString()} />,
  faults: () => <FaultsView />,
  snapshots: () => <SnapshotsView />,
};

/** Returns the view at this place. */
export function viewAt(place: Place): JSX.Element {
  // No URL can end in such an id: it would be that of the list instead.
  const isPath = /^\.\.?$/.test(place.id);
  const view = !isPath && Object.hasOwn(VIEWS, place.view) ? VIEWS[place.view] : undefined;
  return view?.(place) ?? <ViewTitle>Page not found</ViewTitle>;
}
