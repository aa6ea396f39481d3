import type { CaptureInput } from '../../../mock/capture/capture-input.ts';
import { createMockService, type MockService } from '../../../mock/fake/mock-service.ts';
import type { AddedOrganization } from '../../../mock/service/controls/organizations.ts';
import type { Materials, WebhookAttempt } from '../../../src/calibrate/materials.ts';
import { ConsentEvidence } from '../../../src/client/client.ts';
import type { FetchLike } from '../../../src/platform/platform.ts';
import { READING_VALUES, type Readings } from '../../../src/readings/readings.ts';

export const START = Date.UTC(2026, 0, 5, 12);

/**
 * Picks a whole number of a range: the default, an end, or any other, small ones as often as large.
 */
function numberIn({ default: usual, min, max }: { default: number; min: number; max: number }) {
  return (random: () => number): number => {
    const choice = Math.floor(random() * 6);
    if (choice < 2) return usual;
    if (choice === 2) return random() < 0.5 ? min : max;
    const low = Math.max(min, 1);
    return Math.min(max, Math.round(low * (max / low) ** random()));
  };
}

/** Picks a random value for each reading. */
export function randomReadings(random: () => number): Readings {
  const pairs = Object.entries(READING_VALUES).map(([name, values]) => {
    if ('default' in values) return [name, numberIn(values)(random)];
    return [name, values[Math.floor(random() * values.length)]];
  });
  return Object.fromEntries(pairs) as Readings;
}

const TEXT = 'By pressing the button I agree that Sunroof Demo may call me at my number.';

/** One grey pixel, because drawing a page takes longer than calibrating it. */
const IMAGE = {
  contentType: 'image/png',
  base64:
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
};

const PAGE: CaptureInput = {
  image: IMAGE,
  pageUrl: 'https://quotes.sunroof.example/solar?utm_source=fb',
  pageTitle: 'Solar quotes',
  fields: [
    { name: 'firstName', autocomplete: 'given-name', value: 'Zelda-Marker' },
    { name: 'phone', type: 'tel', value: '(212) 555-0147' },
  ],
  disclosures: [{ key: 'tcpa', text: TEXT, checkbox: 'checked' }],
  submit: { label: 'Get my quote' },
};

/** Pages with each kind of consent facts. */
const KINDS: readonly Partial<CaptureInput>[] = [
  {},
  { submit: null },
  { derivedBeforeMechanism: true },
  { disclosures: [{ text: TEXT, checkbox: 'unchecked' }] },
  { disclosures: [{ text: TEXT }] },
  { disclosures: [] },
  { disclosures: [{ text: 'It’s the first one.' }, { text: TEXT, checkbox: 'checked' }] },
  { fields: [], formAction: 'https://quotes.sunroof.example/api' },
  {
    fields: [
      { name: 'phone', type: 'tel', value: '(212) 555-0147' },
      { name: 'mobile', type: 'tel', value: '(305) 555-0112' },
    ],
  },
];

/** A world whose readings are hidden from the calibration. */
export interface HiddenWorld {
  readonly mock: MockService;
  readonly readings: Partial<Readings>;
  readonly sender: AddedOrganization;
  readonly receiver: AddedOrganization;
  /** Each delivery attempt to the sender, refused with 500 while `refuseDeliveries` is set. */
  readonly attempts: WebhookAttempt[];
  refuseDeliveries: boolean;
  client(organization: AddedOrganization, fetch?: FetchLike): ConsentEvidence;
}

/** Makes a producer's account: two domains, pages of every kind, several records of one instant. */
export async function hiddenWorld(
  readings: Partial<Readings>,
  idSeed = 'hidden',
): Promise<HiddenWorld> {
  const attempts: WebhookAttempt[] = [];
  const state = { refuseDeliveries: false };
  const mock = createMockService({
    now: START,
    idSeed,
    readings,
    webhookFetch: (_url: string, init: RequestInit) => {
      const headerId = new Headers(init.headers).get('x-svc-webhook-id');
      attempts.push({ at: mock.clock.now(), headerId, body: String(init.body) });
      return Promise.resolve(new Response(null, { status: state.refuseDeliveries ? 500 : 200 }));
    },
  });
  const webhook = { url: 'https://sender.example/hook', secret: 'whsec_test' };
  const sender = mock.addOrganization({ name: 'Sender-Marker', webhook });
  const receiver = mock.addOrganization({ name: 'Receiver-Marker' });
  for (let index = 0; index < 24; index += 1) {
    const createdAt = START - 86_400_000 - index * 60_000;
    mock.capture(sender, {
      ...{ ...PAGE, ...KINDS[index % KINDS.length] },
      ...{ capturedAt: createdAt - 4_000, createdAt },
      customMetadata: { s: 'a', campaign: 'Spring  Sale', lead: `Lead-Marker-${index}` },
    });
  }
  for (let index = 0; index < 4; index += 1) {
    mock.capture(sender, { ...PAGE, createdAt: START - 172_800_000 });
  }
  mock.capture(sender, { ...PAGE, devMode: true, createdAt: START - 90_000_000 });
  mock.capture(sender, { ...PAGE, pageUrl: 'https://www.loans.example/apply' });
  mock.capture(receiver, { ...PAGE, pageUrl: 'https://buyer.example/own' });
  // Delivers all events so far, which the sender acknowledges.
  await mock.clock.advance(1_000);
  return {
    ...{ mock, readings, sender, receiver, attempts },
    get refuseDeliveries() {
      return state.refuseDeliveries;
    },
    set refuseDeliveries(value) {
      state.refuseDeliveries = value;
    },
    client: (organization, fetch = mock.fetch) =>
      new ConsentEvidence({ ...mock.clientOptions(organization), fetch, validateReplies: 'warn' }),
  };
}

/** Captures an unpaid record of the sender, already rendered and delivered. */
export async function unpaidIn({ mock, sender }: HiddenWorld): Promise<string> {
  mock.updateOrganization(sender, { autoCollect: false });
  const { cdrId } = mock.capture(sender, PAGE);
  mock.updateOrganization(sender, { autoCollect: true });
  await mock.clock.advance(1_000);
  return cdrId;
}

function tokenIn(shareUrl: string): string {
  return shareUrl.slice(shareUrl.lastIndexOf('/') + 1);
}

/** Makes all materials that two clients cannot make themselves. */
export async function materialsIn(world: HiddenWorld): Promise<Materials> {
  const { mock, sender, receiver, attempts } = world;
  const producer = world.client(sender);
  const buyer = world.client(receiver);
  const share = async (page: Partial<CaptureInput> = {}) => {
    const { cdrId } = mock.capture(sender, { ...PAGE, ...page });
    return { cdrId, token: (await producer.cdrs.share(cdrId)).token };
  };
  const devMode = mock.capture(sender, { ...PAGE, devMode: true, autoShare: true }).shareUrl;
  const { cdrId: old } = await share();
  const expired = await producer.cdrs.share(old, { expiresInMs: 1 });
  const [received, held] = [await share(), await share()];
  for (const { token } of [received, held]) await buyer.shares.receive(token);
  const second = await producer.cdrs.share(held.cdrId);
  const invalid = mock.capture(sender, PAGE).cdrId;
  mock.invalidate(invalid);
  await mock.clock.advance(1_000);
  attempts.length = 0;
  world.refuseDeliveries = true;
  mock.capture(sender, PAGE);
  return {
    pendingCdrId: mock.capture(sender, { ...PAGE, render: 'manual' }).cdrId,
    invalidCdrId: invalid,
    devModeToken: tokenIn(devMode),
    expiredToken: { token: expired.token, cdrId: old },
    receivedToken: received,
    secondTokenOfAHeldRecord: { token: second.token, cdrId: held.cdrId },
    webhook: { attempts: () => attempts },
  };
}

/** Returns the materials that the documentation credits with 22 readings. */
export function namedMaterials(all: Materials): Materials {
  const { pendingCdrId, invalidCdrId, devModeToken, expiredToken } = all;
  const { secondTokenOfAHeldRecord, webhook } = all;
  return {
    ...{ pendingCdrId, invalidCdrId, devModeToken, expiredToken },
    ...{ secondTokenOfAHeldRecord, webhook },
  };
}
