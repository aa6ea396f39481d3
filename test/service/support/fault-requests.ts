import { createMockService } from '../../../mock/fake/mock-service.ts';
import type { FaultInput } from '../../../mock/world/fault.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { paramsOf } from '../../../src/contract/path.ts';
import { START } from './each-door.ts';
import { PLAIN_PAGE } from './world.ts';

/** The operations whose refusals have an envelope. */
export const OPERATIONS = Object.values(endpoints).map(({ operation }) => operation);

interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly ok: boolean; readonly error: Record<string, unknown> };
}

/** Sends a request to the fault's operation that would succeed without the fault. */
export async function send(
  fault: FaultInput & { operation: (typeof OPERATIONS)[number] },
): Promise<Refusal> {
  const mock = createMockService({ now: START, idSeed: 'faults' });
  const [producer, buyer] = ['Producer', 'Buyer'].map((name) => mock.addOrganization({ name }));
  const { cdrId, shareUrl } = mock.capture(producer ?? '', { ...PLAIN_PAGE, autoShare: true });
  mock.addFault(fault);
  const { operation } = fault;
  const token = shareUrl.split('/').at(-1) ?? '';
  const row = Object.values(endpoints).find((each) => each.operation === operation);
  if (row === undefined) throw new Error(`no endpoint is ${operation}`);
  const names: readonly string[] = paramsOf(row.path);
  const isShare = names.includes('token');
  const param = names.includes('domainId') ? 'example.com' : isShare ? token : cdrId;
  const key = (isShare ? buyer : producer)?.apiKey ?? '';
  const reply = await mock.fetch(mock.url(operation, param), {
    method: row.method,
    headers: { 'x-api-key': key },
    redirect: 'manual',
  });
  return {
    status: reply.status,
    headers: new Headers(reply.headers as Headers),
    body: (await reply.json()) as Refusal['body'],
  };
}
