// How the contract's types relate to each other, beyond each one's own schema.
import { expectTypeOf } from 'vitest';
import type { AcceptanceCriteria, CriteriaMembers } from '../../src/contract/acceptance.ts';
import type { DataOf } from '../../src/contract/endpoint.ts';
import type { GetCdrData } from '../../src/contract/endpoints/get-cdr.ts';
import type { ListCdrsData } from '../../src/contract/endpoints/list-cdrs.ts';
import type { ReceiveShareData } from '../../src/contract/endpoints/receive-share.ts';
import type { endpoints } from '../../src/contract/endpoints.ts';

// The endpoint table has the same types.
type Rows = typeof endpoints;
expectTypeOf<DataOf<Rows['getCdr']>>().toExtend<GetCdrData>();
expectTypeOf<DataOf<Rows['listCdrs']>>().toExtend<ListCdrsData>();
expectTypeOf<DataOf<Rows['receiveShare']>>().toExtend<ReceiveShareData>();

// Criteria: the type knows, and the schema can only check at run time, that
// `allowConsentBySubmission` needs `requireEveryDisclosureConsented: true` (spec §2.7).
expectTypeOf<AcceptanceCriteria>().toExtend<CriteriaMembers>();
expectTypeOf<CriteriaMembers>().not.toExtend<AcceptanceCriteria>();
