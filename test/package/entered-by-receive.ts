import { createMockService, presets } from '../../mock/index.ts';
import { filesEntered } from './files-entered.ts';

/**
 * Receives a record of a fake by raw HTTP and prints as JSON the files that
 * `POST /v1/shares/<token>` entered. It runs in a process of its own, where Node loads the sources
 * directly. Its argument is the body.
 */
const [body = ''] = process.argv.slice(2);

const mock = createMockService({ now: '2026-01-05T12:00:00Z', idSeed: 'way' });
const producer = mock.addOrganization({ name: 'Sunroof Leads', billing: true });
const buyer = mock.addOrganization({ name: 'Acme Solar', billing: true });
const page = { ...presets.checkedBox(), autoShare: { expiresInMs: 86_400_000 } };
const { shareUrl } = mock.capture(producer, page);
const token = new URL(shareUrl).pathname.split('/').at(-1);
const { apiKey, baseUrl } = mock.clientOptions(buyer);

const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
let status = 0;
const files = await filesEntered(async () => {
  const reply = await mock.fetch(`${baseUrl}/v1/shares/${token}`, {
    method: 'POST',
    headers,
    body,
  });
  status = reply.status;
});
console.log(JSON.stringify({ status, files }));
