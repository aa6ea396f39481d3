// What an endpoint's row and its facts must contain: a missing part is an error.
import * as z from 'zod/mini';
import { type EndpointFacts, endpoint, type StraySecret } from '../../src/contract/endpoint.ts';
import type { EndpointOperation, Operation } from '../../src/contract/endpoints.ts';
import { exactly, schemaOf } from '../../src/contract/schema-of.ts';

interface Data {
  id: string;
}
interface Query {
  order?: string | undefined;
}
const row = {
  operation: 'things.get',
  section: '9',
  summary: 'One thing',
  method: 'GET',
  path: '/v1/things/:thingId',
  aliases: [],
  needsKey: true,
  billable: false,
  repeat: 'read',
  inDoubt: null,
  hints: {},
  secrets: [],
  query: schemaOf(exactly<Query>, () => z.object({ order: z.optional(z.string()) })),
  body: null,
  data: schemaOf(exactly<Data>, () => z.object({ id: z.string() })),
} as const;

export const getThing = endpoint({ ...row, needs: ['id'] });
// @ts-expect-error -- needs what the data does not have
endpoint({ ...row, needs: ['name'] });
// @ts-expect-error -- says nothing of what the call needs
endpoint(row);
// @ts-expect-error -- changes something, and says nothing of a call without an answer
endpoint({ ...row, needs: ['id'], repeat: 'once' });

type Keeping<Secret> = StraySecret<Omit<typeof getThing, 'secrets'> & { secrets: Secret[] }>;
export const stray: Keeping<'thingId' | 'order.by' | 'phone'> = 'phone';

type Facts = EndpointFacts<typeof getThing>;
const inputs = { thingId: 'Which thing.', order: 'In which order.' };
export const whole: Facts = {
  refuses: { NOT_FOUND: 'No such thing.' },
  about: 'Returns one thing.',
  names: { data: 'Thing' },
  inputs,
  example: { thingId: 'thing_1', order: 'asc' },
  sample: { id: 'thing_1' },
};
// @ts-expect-error -- a parameter of the path without its meaning
export const noPath: Facts = { ...whole, inputs: { order: '' } };
// @ts-expect-error -- a member of the query without its meaning
export const noQuery: Facts = { ...whole, inputs: { thingId: '' } };
// @ts-expect-error -- the meaning of what is no parameter
export const noSuch: Facts = { ...whole, inputs: { thingId: '', order: '', size: '' } };
// @ts-expect-error -- a refusal that the service does not have
export const noCode: Facts = { ...whole, refuses: { NOT_THERE: '' } };
// @ts-expect-error -- an example without a parameter of the path
export const noExample: Facts = { ...whole, example: { order: 'asc' } };
// @ts-expect-error -- an example of what is no input
export const noInput: Facts = { ...whole, example: { thingId: '', size: 1 } };
// @ts-expect-error -- data without a name
export const noName: Facts = { ...whole, names: {} };
// @ts-expect-error -- a sample that the schema would refuse
export const noSample: Facts = { ...whole, sample: { id: 1 } };

// Every operation belongs to an endpoint, except these two.
export const others: Record<Exclude<Operation, EndpointOperation>, true> = {
  'cdrs.download': true,
  request: true,
};
