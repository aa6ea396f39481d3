import { signWebhook, verifyWebhook } from 'consent-evidence/webhooks';
import { equal, failureOf, has } from './expect.mjs';

/** A delivery whose signature was made by OpenSSL. */
const secret = 'whsec_schlüssel';
const timestamp = 1_767_614_400;
const body = '{"event":"cdr.completed","cdrId":"cdr_ä☀","webhookId":"wh_1"}';
const headers = {
  'X-SVC-Webhook-Id': 'wh_1',
  'X-SVC-Timestamp': String(timestamp),
  'X-SVC-Signature': 'sha256=11fb59cd6b222de5adc09fb4fff5bd8d47aaded6948f139d23abfb1d2f2eef61',
};
const now = () => timestamp * 1000;

const bytes = new TextEncoder().encode(body);

const table = [
  [
    'signs as OpenSSL does',
    async () => {
      const signed = await signWebhook({ body, secret, webhookId: 'wh_1', timestamp });
      equal(signed['x-svc-signature'], headers['X-SVC-Signature']);
    },
  ],
  ...Object.entries({ text: body, bytes, 'an ArrayBuffer': bytes.buffer }).map(([form, each]) => [
    `verifies ${form}`,
    async () => {
      const { event, webhookId } = await verifyWebhook({ body: each, headers, secret, now });
      equal({ cdrId: event.cdrId, webhookId }, { cdrId: 'cdr_ä☀', webhookId: 'wh_1' });
    },
  ]),
  [
    'reads the headers of the platform',
    async () =>
      has(await verifyWebhook({ body, headers: new Headers(headers), secret, now }), {
        headerIdMatches: true,
      }),
  ],
  [
    'knows a secret that is being replaced',
    async () =>
      has(await verifyWebhook({ body, headers, secret: ['new', secret], now }), { secretIndex: 1 }),
  ],
  ...[
    ['signature_mismatch', { body: body.replace('wh_1', 'wh_2') }],
    ['signature_mismatch', { secret: 'another' }],
    ['stale_timestamp', { now: () => now() + 301_000 }],
    ['future_timestamp', { now: () => now() - 301_000 }],
    ['body_parsed', { body: JSON.parse(body) }],
    ['missing_signature', { headers: {} }],
  ].map(([reason, changes]) => [
    `refuses: ${reason}, by ${Object.keys(changes)[0]}`,
    async () => {
      const error = await failureOf(verifyWebhook({ body, headers, secret, now, ...changes }));
      has(error, { name: 'WebhookVerificationError', reason });
    },
  ]),
];

const hasNodeCrypto = () => globalThis.process?.getBuiltinModule?.('node:crypto') !== undefined;

/** Runs `work` as on a runtime without `node:crypto`. */
async function withoutNodeCrypto(work) {
  const { process } = globalThis;
  const { getBuiltinModule } = process ?? {};
  if (getBuiltinModule === undefined) return work();
  process.getBuiltinModule = undefined;
  try {
    if (hasNodeCrypto()) throw new Error('node:crypto is still there');
    return await work();
  } finally {
    process.getBuiltinModule = getBuiltinModule;
  }
}

export const nodeHmac = {
  name: 'HMAC, node:crypto',
  cases: () => (hasNodeCrypto() ? table : undefined),
};

export const webHmac = {
  name: 'HMAC, WebCrypto',
  cases: () => table.map(([title, run]) => [title, () => withoutNodeCrypto(run)]),
};
