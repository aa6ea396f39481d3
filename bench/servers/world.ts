/** A fake with a world of that many records: `world.ts <records>`. It answers one message at a time. */
import type * as Mock from '../../mock/index.ts';
import { load } from '../harness/peers.ts';

const DOMAIN = 'sunroof.example';
const MATCHES = 50;
const records = Number(process.argv[2]);

const { createMockService, presets } = await load<typeof Mock>('consent-evidence/mock');
const mock = createMockService({ now: '2026-01-05T12:00:00Z', idSeed: 'bench' });
const producer = mock.addOrganization({ name: 'Sunroof Leads' });
const buyer = mock.addOrganization({ name: 'Acme Solar' });

function capture(index: number): string {
  const campaign = index % Math.max(1, Math.floor(records / MATCHES)) === 0 ? 'rare' : 'usual';
  const page = presets.checkedBox({
    pageUrl: `https://quotes.${DOMAIN}/solar`,
    customMetadata: { leadId: `L-${index}`, campaign },
  });
  return mock.capture(producer, page).cdrId;
}

function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const list = mock.url('cdrs.list', DOMAIN);

async function ask(url: string, apiKey: string, method = 'GET'): Promise<string> {
  const response = await mock.fetch(url, { method, headers: { 'x-api-key': apiKey } });
  if (response.status !== 200) throw new Error(`${response.status} from ${url}`);
  return response.text();
}

const before = heapBytes();
const began = performance.now();
const cdrIds = Array.from({ length: records }, (_, index) => capture(index));
// The fake sorts the records of a list when it is first read, which counts as part of their capture.
await ask(list, producer.apiKey);
const captureMs = performance.now() - began;
const bytesPerRecord = (heapBytes() - before) / records;
const middle = cdrIds[Math.floor(records / 2)] ?? '';

/** Makes share URLs of records from all over the world, before receiving is timed. */
async function shareUrls(count: number): Promise<string[]> {
  const urls: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const cdrId = cdrIds[Math.imul(index, 7919) % records] ?? '';
    const reply = await ask(mock.url('cdrs.share', cdrId), producer.apiKey, 'POST');
    urls.push((JSON.parse(reply) as { data: { shareUrl: string } }).data.shareUrl);
  }
  return urls;
}

type Operation = (index: number) => unknown;

const reads: Readonly<Record<string, Operation>> = {
  'first page': () => ask(`${list}?pageSize=100`, producer.apiKey),
  'deep page': () => ask(`${list}?pageSize=100&pageToken=${middle}`, producer.apiKey),
  'filtered page': () => ask(`${list}?metadataKey=campaign&metadataValue=rare`, producer.apiKey),
  share: (index) =>
    ask(
      mock.url('cdrs.share', cdrIds[Math.imul(index, 7919) % records] ?? ''),
      producer.apiKey,
      'POST',
    ),
  get: (index) =>
    ask(mock.url('cdrs.get', cdrIds[Math.imul(index, 7919) % records] ?? ''), producer.apiKey),
};

async function operationOf(name: string, operations: number): Promise<Operation> {
  if (name === 'receive') {
    const urls = await shareUrls(operations);
    return (index) => ask(urls[index] ?? '', buyer.apiKey, 'POST');
  }
  if (name === 'snapshot') return () => mock.snapshot();
  if (name === 'restore') {
    const snapshot = mock.snapshot();
    return () => mock.restore(snapshot);
  }
  const operation = reads[name];
  if (operation === undefined) throw new Error(`no operation ${name}`);
  return operation;
}

async function round(name: string, operations: number): Promise<{ wallMs: number }> {
  const operation = await operationOf(name, operations);
  const began = performance.now();
  for (let index = 0; index < operations; index += 1) await operation(index);
  return { wallMs: performance.now() - began };
}

process.on('message', ({ name, operations }: { name: string; operations: number }) => {
  round(name, operations).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.({ bytesPerRecord, captureMs });
