import type { RecordRow } from '../../control/record-view.ts';
import type {
  Charge,
  EventDelivery,
  Explanation,
  RequestEntry,
  ShareEvent,
} from '../../service/controls/views.ts';
import type { FaultInput } from '../../service/faults/faults.ts';

/** The rows that the control API answers with, as far as the page reads them. */
export type { Charge, EventDelivery, Explanation, RecordRow, RequestEntry, ShareEvent };

/** One thing that is wrong with a field, named by its dotted path. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Something that goes wrong on purpose. */
export interface FaultRow {
  readonly faultId: string;
  readonly operation: FaultInput['operation'];
  /** How many requests are still to come. */
  readonly times: number | 'always';
  readonly struck: number;
  readonly phase: 'before' | 'after';
  readonly status: number | null;
  readonly code: string | null;
  readonly retryAfterSeconds: number | null;
  readonly delayMs: number;
  readonly drop: boolean;
  readonly cdrId: string | null;
  readonly organizationId: string | null;
}

/** A state that is kept. */
export interface SnapshotRow {
  readonly snapshotId: string;
  readonly name: string | null;
  readonly now: number;
  readonly records: number;
}

/** How one open point of the specification is read. */
export interface ReadingRow {
  readonly name: string;
  readonly section: string;
  readonly meaning: string;
  readonly value: string | number;
  readonly default: string | number;
  readonly values: readonly (string | number)[] | null;
  readonly range: { readonly min: number; readonly max: number } | null;
  readonly effects: Readonly<Record<string, string>> | null;
}

/** One organization, without its secrets. */
export interface OrganizationRow {
  readonly organizationId: string;
  readonly name: string;
  readonly billing: boolean;
  readonly apiAccess: 'default' | 'granted' | 'off';
  readonly autoCollect: boolean;
  readonly unreadable: boolean;
  readonly webhook: { readonly url: string; readonly signed: boolean } | null;
  readonly keys: readonly { readonly keyId: string; readonly revokedAt: number | null }[];
}

/** A share token with who received the record through it. */
export interface TokenRow {
  readonly token: string;
  readonly cdrId: string;
  readonly organizationId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly expired: boolean;
  readonly devMode: boolean;
  readonly receivedBy: readonly {
    readonly organizationId: string;
    readonly at: number;
    readonly shareEventId: string;
  }[];
}

/** What one organization has, in numbers. */
export interface TotalsRow {
  readonly organizationId: string;
  readonly records: number;
  readonly downloadable: number;
  readonly charges: number;
  readonly liveTokens: number;
  readonly deliveries: {
    readonly due: number;
    readonly delivered: number;
    readonly failed: number;
  };
}

type Facts = Readonly<Record<string, unknown>>;

/** One disclosure as the service derived it (spec §2.3). */
export interface DisclosureRow {
  readonly key: string;
  readonly text: string;
  readonly checkboxDetected: boolean;
  readonly checkboxAffirmed?: boolean;
  readonly consentMechanism?: string;
}

/** A record with everything that is known of it. */
export interface RecordDetail {
  readonly record: RecordRow;
  readonly image: {
    readonly contentType: string;
    readonly size: number;
    readonly url: string;
  };
  readonly consentFacts: (Facts & { readonly disclosures: readonly DisclosureRow[] }) | null;
  readonly declaredDisclosures: readonly {
    readonly key: string;
    readonly language: string;
    readonly agreed: boolean;
  }[];
  readonly signerTelemetry: Facts | null;
  readonly customMetadata: Facts | null;
  readonly autoMetadata: Facts | null;
  readonly matchablePhones: readonly string[];
  readonly clientTimezone: string | null;
  readonly timeOnPageMs: number | null;
  readonly tokens: readonly TokenRow[];
  readonly shareEvents: readonly ShareEvent[];
  readonly deliveries: readonly EventDelivery[];
}
