// What the contract's types say of each other, beyond each one's own schema.
import { expectTypeOf } from 'vitest';
import type { AcceptanceCriteria, CriteriaMembers } from '../../src/contract/acceptance.ts';
import type { DataOf } from '../../src/contract/endpoint.ts';
import type { endpoints } from '../../src/contract/endpoints.ts';
import type * as replies from '../../src/contract/replies.ts';

// The endpoint table hands on those same types.
type Rows = typeof endpoints;
expectTypeOf<DataOf<Rows['getCdr']>>().toExtend<replies.GetCdrData>();
expectTypeOf<DataOf<Rows['listCdrs']>>().toExtend<replies.ListCdrsData>();
expectTypeOf<DataOf<Rows['receiveShare']>>().toExtend<replies.ReceiveShareData>();

// Criteria: the type knows, and the schema can only check at run time, that
// `allowConsentBySubmission` needs `requireEveryDisclosureConsented: true` (spec §2.7).
expectTypeOf<AcceptanceCriteria>().toExtend<CriteriaMembers>();
expectTypeOf<CriteriaMembers>().not.toExtend<AcceptanceCriteria>();
