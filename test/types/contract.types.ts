// The hand-written public types are those of the schemas, both ways. Literals that stay open
// (`ConsentMechanism`, a failure's `code`) are plain strings in a schema, which is the same set.
import type * as z from 'zod/mini';
import type { AcceptanceCriteria, acceptanceSchema } from '../../src/contract/acceptance.ts';
import type {
  AcceptanceFailedDetails,
  acceptanceFailedDetailsSchema,
  InvalidArgumentDetails,
  invalidArgumentDetailsSchema,
} from '../../src/contract/acceptance-failure.ts';
import type { Cdr, CdrListEntry, cdrListEntrySchema, cdrSchema } from '../../src/contract/cdr.ts';
import type {
  DeclaredDisclosure,
  declaredDisclosureSchema,
} from '../../src/contract/disclosure.ts';
import type { DataOf } from '../../src/contract/endpoint.ts';
import type { endpoints } from '../../src/contract/endpoints.ts';
import type { Envelope, envelopeSchema } from '../../src/contract/envelope.ts';
import type * as replies from '../../src/contract/replies.ts';
import type { CdrCompletedEvent, cdrCompletedEventSchema } from '../../src/contract/webhook.ts';
import { holds, type Paths, type SameShape } from './same-shape.ts';

/** What a schema that is made when it is asked for lets through. */
type Made<Make extends () => z.ZodMiniType> = z.output<ReturnType<Make>>;

holds<SameShape<Cdr, Made<typeof cdrSchema>>>();
holds<SameShape<CdrListEntry, Made<typeof cdrListEntrySchema>>>();
holds<SameShape<DeclaredDisclosure, Made<typeof declaredDisclosureSchema>>>();
holds<SameShape<CdrCompletedEvent, Made<typeof cdrCompletedEventSchema>>>();
holds<SameShape<Envelope, Made<typeof envelopeSchema>>>();
holds<SameShape<AcceptanceFailedDetails, Made<typeof acceptanceFailedDetailsSchema>>>();
holds<SameShape<InvalidArgumentDetails, Made<typeof invalidArgumentDetailsSchema>>>();

type Replies = typeof replies;
holds<SameShape<replies.ListDomainsData, Made<Replies['listDomainsDataSchema']>>>();
holds<SameShape<replies.ListCdrsData, Made<Replies['listCdrsDataSchema']>>>();
holds<SameShape<replies.GetCdrData, Made<Replies['getCdrDataSchema']>>>();
holds<SameShape<replies.CollectCdrData, Made<Replies['collectCdrDataSchema']>>>();
holds<SameShape<replies.ShareCdrData, Made<Replies['shareCdrDataSchema']>>>();
holds<SameShape<replies.ReceiveShareData, Made<Replies['receiveShareDataSchema']>>>();

// The endpoint table hands on those same types.
type Rows = typeof endpoints;
holds<SameShape<DataOf<Rows['getCdr']>, replies.GetCdrData>>();
holds<SameShape<DataOf<Rows['listCdrs']>, replies.ListCdrsData>>();
holds<SameShape<DataOf<Rows['receiveShare']>, replies.ReceiveShareData>>();

// Criteria: the type knows, and the schema can only check at run time, that
// `allowConsentBySubmission` needs `requireEveryDisclosureConsented: true` (spec §2.7).
type Checked = Made<typeof acceptanceSchema>;
holds<AcceptanceCriteria extends Checked ? true : false>();
holds<Checked extends AcceptanceCriteria ? false : true>();
holds<SameShape<Omit<AcceptanceCriteria, 'disclosure'>, Omit<Checked, 'disclosure'>>>();
holds<[Paths<Checked>] extends [Paths<AcceptanceCriteria>] ? true : false>();
holds<[Paths<AcceptanceCriteria>] extends [Paths<Checked>] ? true : false>();

// The comparison itself: an optional key on one side, a wider member, a missing one.
holds<SameShape<{ a: 1; b?: { c: 2 } }, { a: 1; b?: { c: 2 } }>>();
// @ts-expect-error -- an optional key too many
holds<SameShape<{ a: 1 }, { a: 1; b?: 2 }>>();
// @ts-expect-error -- deeper down
holds<SameShape<{ a: { b: 1 }[] }, { a: { b: 1; c?: 2 }[] }>>();
// @ts-expect-error -- a wider member
holds<SameShape<{ a: 1 }, { a: number }>>();
