import { probe, type WebhookProbe } from './webhook-probe.ts';

const TIMESTAMP = 'x-svc-timestamp';
const SIGNATURE = 'x-svc-signature';

const respaced = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

/**
 * Writes the body as another serialiser might: with spaces, and with escapes for non-ASCII text.
 */
const escaped = (body: string): string =>
  respaced(body).replace(
    /[^ -~\n]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const ACCEPTED: readonly WebhookProbe[] = [
  probe(
    'valid delivery',
    'accept',
    [
      'a delivery signed as the service signs it is acknowledged',
      'the secrets differ; the body is parsed before it is verified; or onEvent fails',
    ],
    { id: 'valid' },
  ),
  probe(
    'duplicate',
    'accept',
    [
      'a repeated webhookId is acknowledged; check in your data that it was handled once',
      'a known webhookId gets an error, so the service keeps sending it until it gives up',
    ],
    { id: 'valid' },
  ),
  probe(
    'unusual JSON',
    'accept',
    [
      'the bytes are verified as they arrive, whatever their spacing and escapes',
      'JSON.stringify of a parsed body is verified, but its bytes differ: use the raw body',
    ],
    { id: 'unusual', written: escaped },
  ),
  probe(
    '299 s old',
    'accept',
    [
      'a delivery of up to 300 s is accepted',
      'the age limit is under 300 s, or the receiver’s clock is ahead',
    ],
    { id: 'young', timestamp: (seconds) => Math.ceil(seconds) - 299 },
  ),
];

const REFUSED: readonly WebhookProbe[] = [
  probe(
    '301 s old',
    'refuse',
    [
      'a delivery older than 300 s is refused',
      'the timestamp is not compared with the clock, so a delivery can be replayed forever',
    ],
    { id: 'old', timestamp: (seconds) => Math.floor(seconds) - 301 },
  ),
  probe(
    'wrong secret',
    'refuse',
    ['the signature is checked', 'the signature is not checked at all: anyone can send events'],
    { id: 'secret', secret: (secret) => `${secret}_wrong` },
  ),
  probe(
    'tampered byte',
    'refuse',
    [
      'the signature covers the whole body',
      'the signature is not computed over the body that arrived',
    ],
    { id: 'tampered', changed: (body) => body.replace('org_sample', 'org_sampel') },
  ),
  probe(
    're-serialised body',
    'refuse',
    [
      'the signature covers the bytes, not what they mean',
      'the body is serialised again before it is verified: use the raw body',
    ],
    { id: 'reserialised', changed: respaced },
  ),
  probe(
    'no signature header',
    'refuse',
    [
      'a delivery without a signature is refused',
      'the check is skipped if the header is missing: anyone can send events',
    ],
    { id: 'nosignature', without: [SIGNATURE] },
  ),
  probe(
    'no timestamp header',
    'refuse',
    [
      'a delivery without a timestamp is refused',
      'a missing timestamp is ignored, so a delivery can be replayed forever',
    ],
    { id: 'notimestamp', without: [TIMESTAMP] },
  ),
  probe(
    'no signing headers',
    'refuse',
    ['an unsigned event is refused', 'unsigned events are accepted: anyone can send them'],
    { id: 'unsigned', without: [SIGNATURE, TIMESTAMP] },
  ),
];

/** The doctor's probes, in order. The first one decides whether the receiver can be reached. */
export const WEBHOOK_PROBES: readonly WebhookProbe[] = [...ACCEPTED, ...REFUSED];
