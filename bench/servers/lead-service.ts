/**
 * The fake over HTTP as a buyer's client sees it. For each message `{ links }` it captures that many
 * records and returns a share URL for each.
 */
import type * as Mock from '../../mock/index.ts';
import type * as MockNode from '../../mock/node.ts';
import { load } from '../harness/peers.ts';

const { createMockService, presets } = await load<typeof Mock>('consent-evidence/mock');
const { serveMock } = await load<typeof MockNode>('consent-evidence/mock/node');
const mock = createMockService({ idSeed: 'bench' });
const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
const buyer = mock.addOrganization({ name: 'Acme Solar' });
const { url, clientOptions } = await serveMock(mock);

function linkOfNewRecord(): string {
  const { shareUrl } = mock.capture(producer, presets.checkedBox({ autoShare: true }));
  return url + new URL(shareUrl).pathname;
}

process.on('message', ({ links }: { links: number }) => {
  process.send?.(Array.from({ length: links }, linkOfNewRecord));
});
process.send?.({ baseUrl: url, apiKey: clientOptions(buyer).apiKey });
