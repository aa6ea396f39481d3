import type { DetectedDisclosure } from '../../../../src/contract/disclosure.ts';
import type { ReplyOf } from '../../../control/control-endpoint.ts';
import type { aboutEndpoints } from '../../../control/endpoints/about-endpoints.ts';
import type { deliveryEndpoints } from '../../../control/endpoints/delivery-endpoints.ts';
import type { FaultBody, faultEndpoints } from '../../../control/endpoints/fault-endpoints.ts';
import type { moneyEndpoints } from '../../../control/endpoints/money-endpoints.ts';
import type { organizationEndpoints } from '../../../control/endpoints/organization-endpoints.ts';
import type { recordEndpoints } from '../../../control/endpoints/record-endpoints.ts';
import type { requestEndpoints } from '../../../control/endpoints/request-endpoints.ts';
import type { searchEndpoints } from '../../../control/endpoints/search-endpoints.ts';
import type { totalsEndpoints } from '../../../control/endpoints/totals-endpoints.ts';
import type { undoEndpoints } from '../../../control/endpoints/undo-endpoints.ts';
import type { viewEndpoints } from '../../../control/endpoints/view-endpoints.ts';
import type { worldEndpoints } from '../../../control/endpoints/world-endpoints.ts';
import type { RecordRow } from '../../../control/views/record-view.ts';
import type { Charge, EventDelivery, ShareEvent } from '../../../service/controls/views.ts';

/** The rows that the control API returns. Their contents are documented there. */
export type { Charge, EventDelivery, FaultBody, RecordRow, ShareEvent };

/** One thing that is wrong with a field, named by its dotted path. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** A delivery with what went over the wire. */
export type DeliveryDetail = ReplyOf<typeof deliveryEndpoints.getDelivery>['delivery'];

/** One attempt of a delivery. */
export type AttemptDetail = DeliveryDetail['attempts'][number];

/** A message that reached the fake's own receiver. */
export type ArrivalRow = ReplyOf<typeof deliveryEndpoints.listArrivals>['arrivals'][number];

/** How a receiver answered a message that it must refuse. */
export type ProbeReply = ReplyOf<typeof deliveryEndpoints.sendChanged>;

/** How many records one organization was charged for, by cause. */
export type ChargeSum = ReplyOf<typeof moneyEndpoints.sumCharges>['sums'][number];

/** A request with the check that decided it. */
export type RequestRow = ReplyOf<typeof requestEndpoints.listRequests>['requests'][number];

/** A request with everything that is known about it. */
export type RequestDetail = ReplyOf<typeof requestEndpoints.explainRequest>['request'];

/** A request as it was sent, with its secrets. */
export type RequestMessage = ReplyOf<typeof requestEndpoints.readRequestMessage>['message'];

/** A fault and how often it struck. */
export type FaultRow = ReplyOf<typeof faultEndpoints.listFaults>['faults'][number];

/** An operation that a fault can strike. */
export type FaultOperation = ReplyOf<
  typeof faultEndpoints.listFaultOperations
>['operations'][number];

/** A snapshot that is kept. */
export type SnapshotRow = ReplyOf<typeof worldEndpoints.listSnapshots>['snapshots'][number];

/** How one open point of the specification is read. */
export type ReadingRow = ReplyOf<typeof aboutEndpoints.readings>['readings'][number];

/** One organization, without its secrets. */
export type OrganizationRow = ReplyOf<
  typeof organizationEndpoints.listOrganizations
>['organizations'][number];

/** A share token with who received the record through it. */
export type TokenRow = ReplyOf<typeof viewEndpoints.listTokens>['tokens'][number];

/** What one organization has, in numbers. */
export type TotalsRow = ReplyOf<typeof totalsEndpoints.readTotals>['totals'][number];

/** One disclosure as the service derived it (spec §2.3). */
export type DisclosureRow = DetectedDisclosure;

/** A page of records. */
export type RecordPage = ReplyOf<typeof recordEndpoints.listRecords>;

/** Everything that has happened to a record. */
export type Timeline = ReplyOf<typeof recordEndpoints.getTimeline>;

/** The results of a search, and how many there are. */
export type SearchReply = ReplyOf<typeof searchEndpoints.search>;

/** One search result. */
export type FoundRow = SearchReply['results'][number];

/** An action that can be undone. */
export type UndoRow = ReplyOf<typeof undoEndpoints.beginAct>;

/** What undoing an action does. */
export type UndoEffect = ReplyOf<typeof undoEndpoints.readUndo>;

type RecordReply = ReplyOf<typeof recordEndpoints.getRecord>;

/** A record with everything that is known about it. */
export type RecordDetail = Omit<RecordReply, 'consentFacts'> & {
  /** Open-ended in the control API, like the service's own facts. */
  readonly consentFacts:
    | (Readonly<Record<string, unknown>> & { readonly disclosures: readonly DisclosureRow[] })
    | null;
};
