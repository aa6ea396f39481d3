// The main story, over real HTTP on this machine: a fake service, a producer, a buyer and a webhook
// receiver. Each step prints a call and its result; the process fails if any result is wrong.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AcceptanceCriteria, ConsentEvidence, isApiError } from 'consent-evidence';
import { createMockService, presets } from 'consent-evidence/mock';
import { serveMock } from 'consent-evidence/mock/node';
import {
  type CdrCompletedEvent,
  createWebhookHandler,
  isCdrCompleted,
  memoryStore,
  toNodeHandler,
} from 'consent-evidence/webhooks';

const secret = 'whsec_demo_only';
const tell = (call: string, came: string): void => console.log(`${call}\n    → ${came}`);

/** Starts a receiver like a backend's: it verifies signatures and handles each delivery once. */
async function startReceiver() {
  const events: CdrCompletedEvent[] = [];
  const handler = createWebhookHandler({
    secret,
    store: memoryStore(),
    onEvent: (event) => {
      if (isCdrCompleted(event)) events.push(event);
    },
  });
  const server = createServer(toNodeHandler(handler)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hooks/cdr`, events, server };
}

/** Waits up to 5 seconds until the receiver has the event. */
async function eventOf(events: readonly CdrCompletedEvent[], cdrId: string) {
  for (let tries = 0; tries < 200; tries += 1) {
    const event = events.find((each) => each.cdrId === cdrId);
    if (event !== undefined) return event;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('the event did not arrive within 5 seconds');
}

export async function run(): Promise<void> {
  const receiver = await startReceiver();
  const mock = createMockService();
  const served = await serveMock(mock, { port: 0 });
  tell('await serveMock(createMockService(), { port: 0 })', `a fake service on ${served.url}`);
  try {
    await tellStory(mock, served, receiver);
  } finally {
    await served.close();
    receiver.server.close();
  }
  console.log('Every step did what it says.');
}

type Mock = ReturnType<typeof createMockService>;
type Served = Awaited<ReturnType<typeof serveMock>>;
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

async function tellStory(mock: Mock, served: Served, receiver: Receiver): Promise<void> {
  const sunroof = mock.addOrganization({
    name: 'Sunroof Leads',
    autoCollect: false,
    webhook: { url: receiver.url, secret },
  });
  const acme = mock.addOrganization({ name: 'Acme Solar' });
  const producer = new ConsentEvidence(served.clientOptions(sunroof));
  const buyer = new ConsentEvidence(served.clientOptions(acme));

  const unchecked = mock.capture(sunroof, presets.uncheckedBox());
  mock.capture(sunroof, presets.noSubmission());
  const checked = mock.capture(sunroof, presets.checkedBox());
  tell('mock.capture(sunroof, presets.checkedBox())', `${checked.cdrId} on ${checked.domainId}`);

  const event = await eventOf(receiver.events, checked.cdrId);
  tell('createWebhookHandler({ secret, store, onEvent })', `${event.event}, signature verified`);

  const domains = await producer.domains.list();
  assert.deepEqual(domains, [checked.domainId]);
  tell('await producer.domains.list()', domains.join(', '));

  const sizes: number[] = [];
  for await (const page of producer.cdrs.list(checked.domainId, { pageSize: 2 }).pages()) {
    sizes.push(page.cdrs.length);
  }
  assert.deepEqual(sizes, [2, 1]);
  tell("producer.cdrs.list('sunroof.example', { pageSize: 2 }).pages()", `pages of ${sizes}`);

  const cdr = await producer.cdrs.get(checked.cdrId);
  const [disclosure] = cdr.detectedDisclosureDetails?.disclosures ?? [];
  assert.equal(disclosure?.consentMechanism, 'checkbox');
  tell('await producer.cdrs.get(cdrId)', `consent by ${disclosure.consentMechanism}`);

  await produceAndReceive({ mock, producer, buyer, acme, sunroof, checked, unchecked });
}

interface Cast {
  readonly mock: Mock;
  readonly producer: ConsentEvidence;
  readonly buyer: ConsentEvidence;
  readonly acme: { readonly organizationId: string };
  readonly sunroof: { readonly organizationId: string };
  readonly checked: { readonly cdrId: string };
  readonly unchecked: { readonly cdrId: string };
}

async function produceAndReceive(cast: Cast): Promise<void> {
  const { mock, producer, buyer, acme, sunroof, checked, unchecked } = cast;
  const collected = await producer.cdrs.collect(checked.cdrId);
  const again = await producer.cdrs.collect(checked.cdrId);
  assert.deepEqual([collected.alreadyCollected, again.alreadyCollected], [false, true]);
  assert.equal(mock.charges({ organization: sunroof }).length, 1);
  tell('await producer.cdrs.collect(cdrId), twice', 'charged once');

  const weak = await producer.cdrs.share(unchecked.cdrId, { expiresIn: { days: 3 } });
  const share = await producer.cdrs.share(checked.cdrId, { expiresIn: { days: 3 } });
  tell(
    'await producer.cdrs.share(cdrId, { expiresIn: { days: 3 } })',
    `a share URL until ${new Date(share.expiresAt).toISOString()}`,
  );

  const acceptance: AcceptanceCriteria = {
    schemaVersion: 1,
    record: { maxAgeSeconds: 3600 },
    disclosure: { requireEveryDisclosureConsented: true, allowConsentBySubmission: true },
    leadMatch: { phone: '(212) 555-0147' },
  };
  const refusal: unknown = await buyer.shares.receive(weak.shareUrl, { acceptance }).then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(isApiError(refusal, 'CDR_ACCEPTANCE_FAILED'));
  assert.equal(mock.charges({ organization: acme }).length, 0);
  const reasons = refusal.details.failures.map(({ code }) => code);
  tell('await buyer.shares.receive(uncheckedUrl, { acceptance })', `refused, free: ${reasons}`);

  const receipt = await buyer.shares.receive(share.shareUrl, { acceptance });
  assert.equal(receipt.alreadyClaimed, false);
  tell('await buyer.shares.receive(shareUrl, { acceptance })', `received ${receipt.cdrId}`);

  const fresh = mock.capture(
    sunroof,
    presets.checkedBox({ autoShare: true, render: { afterReceives: 1 } }),
  );
  const { data, attempts } = await buyer.shares
    .receive(fresh.shareUrl, { acceptance })
    .withResponse();
  assert.equal(attempts, 2);
  tell(
    'await buyer.shares.receive(freshUrl)',
    `${data.cdrId}, pending at first: ${attempts} attempts`,
  );

  const image = await buyer.cdrs.download(receipt.cdrId);
  assert.equal(image.bytes.byteLength, image.size);
  tell('await buyer.cdrs.download(cdrId)', `${image.size} bytes, sha256 ${image.sha256}`);
}

if (import.meta.main) await run();
