import { createMockService, presets } from 'consent-evidence/mock';
import { createWebhookHandler, memoryStore, signWebhook } from 'consent-evidence/webhooks';
import { equal } from './expect.mjs';

const secret = 'whsec_runtime';

function receiver(options) {
  const events = [];
  const rejected = [];
  const handle = createWebhookHandler({
    secret,
    store: memoryStore(),
    onEvent: (event) => events.push(event.cdrId),
    onRejected: ({ reason }) => rejected.push(reason),
    ...options,
  });
  return { handle, events, rejected };
}

async function delivery(webhookId, url = 'https://hooks.example.com/') {
  const body = JSON.stringify({ event: 'cdr.completed', cdrId: 'cdr_ä', webhookId });
  const headers = {
    ...(await signWebhook({ body, secret, webhookId })),
    'content-type': 'application/json',
  };
  return new Request(url, { method: 'POST', headers, body });
}

const statusOf = async (answer) => (await answer).status;

function cases() {
  return [
    [
      'takes a delivery once',
      async () => {
        const { handle, events } = receiver();
        const statuses = [
          await statusOf(handle(await delivery('wh_1'))),
          await statusOf(handle(await delivery('wh_1'))),
          await statusOf(handle(await delivery('wh_2'))),
        ];
        equal({ statuses, events }, { statuses: [200, 200, 200], events: ['cdr_ä', 'cdr_ä'] });
      },
    ],
    [
      'refuses a forged delivery, another method and a long body',
      async () => {
        const { handle, events, rejected } = receiver({ maxBodyBytes: 100 });
        const forged = await delivery('wh_1');
        forged.headers.set('x-svc-signature', `sha256=${'0'.repeat(64)}`);
        const statuses = [
          await statusOf(handle(forged)),
          await statusOf(handle(new Request('https://hooks.example.com/'))),
          await statusOf(handle(await delivery('w'.repeat(100)))),
        ];
        equal({ statuses, events }, { statuses: [401, 405, 413], events: [] });
        equal(rejected, ['signature_mismatch', 'body_too_large']);
      },
    ],
    [
      'asks for another delivery when its own work fails',
      async () => {
        const onEvent = () => Promise.reject(new Error('the queue is down'));
        const { handle } = receiver({ onEvent });
        equal(await statusOf(handle(await delivery('wh_1'))), 500);
      },
    ],
    [
      'receives what the fake delivers',
      async () => {
        const { handle, events } = receiver();
        const mock = createMockService({
          now: Date.now(),
          webhookFetch: (url, init) => handle(new Request(url, init)),
        });
        const webhook = { url: 'https://hooks.example.com/', secret };
        const party = mock.addOrganization({ name: 'Acme', webhook });
        const { cdrId } = mock.capture(party, presets.checkedBox());
        await mock.clock.advance(0);
        equal(events, [cdrId]);
        equal(
          mock.webhookDeliveries().map(({ state }) => state),
          ['delivered'],
        );
      },
    ],
  ];
}

/** Tests behind the runtime's own server, whose requests differ from those constructed by hand. */
function servedCase(serve) {
  const run = async () => {
    const { handle, events } = receiver();
    const { url, close } = await serve(handle);
    try {
      const body = JSON.stringify({ event: 'cdr.completed', cdrId: 'cdr_ä', webhookId: 'wh_1' });
      const headers = await signWebhook({ body, secret, webhookId: 'wh_1' });
      const post = (given) => statusOf(fetch(url, { method: 'POST', headers, body: given }));
      equal([await post(body), await post(body), await post(`${body} `)], [200, 200, 401]);
      equal(events, ['cdr_ä']);
    } finally {
      await close();
    }
  };
  return [["receives behind the runtime's own server", run]];
}

export const handler = {
  name: 'webhook handler',
  cases: ({ serve }) => [...cases(), ...(serve === undefined ? [] : servedCase(serve))],
};
