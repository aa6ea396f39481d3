/** A served fake with `count` records and requests: `inspector.ts <count>`. It reports its address. */
import type * as Mock from '../../mock/index.ts';
import type * as Node from '../../mock/node.ts';
import { load } from '../harness/peers.ts';

const count = Number(process.argv[2]);
const { createMockService, presets } = await load<typeof Mock>('consent-evidence/mock');
const { serveMock } = await load<typeof Node>('consent-evidence/mock/node');

const mock = createMockService({
  now: '2026-01-05T12:00:00Z',
  idSeed: 'bench',
  requestsKept: Math.max(1, count),
});
const producer = mock.addOrganization({ name: 'Sunroof Leads' });
mock.addOrganization({ name: 'Acme Solar' });
for (let index = 1; index <= count; index += 1) {
  const phone = `212-555-01${String(index % 100).padStart(2, '0')}`;
  const page = presets.checkedBox({
    customMetadata: { lead_id: `L-${String(index).padStart(6, '0')}`, campaign: 'bench' },
    fields: [{ name: 'phone', type: 'tel', value: phone }],
  });
  const { cdrId } = mock.capture(producer, page);
  await mock.fetch(mock.url('cdrs.get', cdrId), { headers: { 'x-api-key': producer.apiKey } });
}
const { url } = await serveMock(mock);
process.send?.({ url });
// The channel stays open until the measurement ends.
process.on('disconnect', () => process.exit(0));
