import type { DetectedDisclosure } from '../../../src/contract/disclosure.ts';
import type { aboutEndpoints } from '../../control/about-endpoints.ts';
import type { ReplyOf } from '../../control/control-endpoint.ts';
import type { deliveryEndpoints } from '../../control/delivery-endpoints.ts';
import type { FaultBody, faultEndpoints } from '../../control/fault-endpoints.ts';
import type { moneyEndpoints } from '../../control/money-endpoints.ts';
import type { organizationEndpoints } from '../../control/organization-endpoints.ts';
import type { recordEndpoints } from '../../control/record-endpoints.ts';
import type { RecordRow } from '../../control/record-view.ts';
import type { requestEndpoints } from '../../control/request-endpoints.ts';
import type { searchEndpoints } from '../../control/search-endpoints.ts';
import type { totalsEndpoints } from '../../control/totals-endpoints.ts';
import type { undoEndpoints } from '../../control/undo-endpoints.ts';
import type { viewEndpoints } from '../../control/view-endpoints.ts';
import type { worldEndpoints } from '../../control/world-endpoints.ts';
import type { Charge, EventDelivery, ShareEvent } from '../../service/controls/views.ts';

/** The rows that the control API answers with: what they hold is stated there. */
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

/** What a receiver made of a message that it must not take. */
export type ProbeReply = ReplyOf<typeof deliveryEndpoints.sendChanged>;

/** What one organization was charged for, by cause. */
export type ChargeSum = ReplyOf<typeof moneyEndpoints.sumCharges>['sums'][number];

/** A request with the check that decided it. */
export type RequestRow = ReplyOf<typeof requestEndpoints.listRequests>['requests'][number];

/** A request with all that is known of it. */
export type RequestDetail = ReplyOf<typeof requestEndpoints.explainRequest>['request'];

/** Something that goes wrong on purpose. */
export type FaultRow = ReplyOf<typeof faultEndpoints.listFaults>['faults'][number];

/** One thing that a fault can strike. */
export type FaultOperation = ReplyOf<
  typeof faultEndpoints.listFaultOperations
>['operations'][number];

/** A state that is kept. */
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

/** Records, a page of them. */
export type RecordPage = ReplyOf<typeof recordEndpoints.listRecords>;

/** All that has happened to a record. */
export type Timeline = ReplyOf<typeof recordEndpoints.getTimeline>;

/** What a search found, and how much of it. */
export type SearchReply = ReplyOf<typeof searchEndpoints.search>;

/** One thing that a search found. */
export type FoundRow = SearchReply['results'][number];

/** An act that can be taken back. */
export type UndoRow = ReplyOf<typeof undoEndpoints.beginAct>;

/** What taking an act back does. */
export type UndoEffect = ReplyOf<typeof undoEndpoints.readUndo>;

type RecordReply = ReplyOf<typeof recordEndpoints.getRecord>;

/** A record with everything that is known of it. */
export type RecordDetail = Omit<RecordReply, 'consentFacts'> & {
  /** Open in the control API, as the service's own facts are. */
  readonly consentFacts:
    | (Readonly<Record<string, unknown>> & { readonly disclosures: readonly DisclosureRow[] })
    | null;
};
