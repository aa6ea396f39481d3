import { BODY_LIMIT } from './likely-mistakes.ts';
import { probe, type WebhookProbe } from './webhook-probe.ts';

const TIMESTAMP = 'x-svc-timestamp';
const SIGNATURE = 'x-svc-signature';
const ID = 'x-svc-webhook-id';

type Members = Readonly<Record<string, unknown>>;

const membersOf = (body: string): Members => JSON.parse(body) as Members;
const respaced = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

/**
 * Writes the body as another serialiser might: with spaces, and with escapes for non-ASCII text.
 */
const escaped = (body: string): string =>
  respaced(body).replace(
    /[^ -~\n]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Makes the event as large as one can be: 50 disclosures of 5,000 characters (spec §8). */
function largest(body: string): string {
  const text = '\u2019'.repeat(5000);
  const disclosures = Array.from({ length: 50 }, (_, index) => ({ key: `d${index}`, text }));
  const event = JSON.stringify({ ...membersOf(body), disclosures });
  return event.replaceAll('\u2019', '\\u2019');
}

/** Leaves out every member that no event needs, and adds one that the documentation does not have. */
function otherMembers(body: string): string {
  const { event, webhookId, cdrId } = membersOf(body);
  return JSON.stringify({ event, webhookId, cdrId, addedLater: { is: [null] } });
}

const without =
  (...names: readonly string[]) =>
  (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** Changes the signature header, which is `sha256=` and 64 hex digits. */
const signature =
  (change: (header: string) => string) =>
  (headers: Record<string, string>): Record<string, string> => ({
    ...headers,
    [SIGNATURE]: change(headers[SIGNATURE] ?? ''),
  });

const other = (digit: string): string => (digit === '0' ? '1' : '0');
const PREFIX = 'sha256='.length;

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
    'line break at the end',
    'accept',
    [
      'the bytes are verified to the last one',
      'the body is trimmed before it is verified: use the raw body',
    ],
    { id: 'linebreak', written: (body) => `${body}\n` },
  ),
  probe(
    'other members',
    'accept',
    [
      'an event is accepted whatever members it has besides event, webhookId and cdrId',
      'a schema refuses the event: only event, webhookId and cdrId are always there, and members can be added',
    ],
    { id: 'members', written: otherMembers },
  ),
  probe(
    'unknown event',
    'accept',
    [
      'an event of another type is acknowledged, and left alone',
      'an event of another type gets an error, so the service keeps sending it until it gives up',
    ],
    {
      id: 'event',
      written: (body) => JSON.stringify({ ...membersOf(body), event: 'cdr.sample' }),
    },
  ),
  probe(
    'other id in the header',
    'accept',
    [
      'the header’s id, which is not signed, refuses nothing',
      'the id in the header is compared with the one in the body, but it is not signed and may differ',
    ],
    { id: 'header', sent: (headers) => ({ ...headers, [ID]: `${headers[ID]}_attempt_2` }) },
  ),
  probe('large event', 'accept', ['an event of over a megabyte is accepted', BODY_LIMIT], {
    id: 'large',
    written: largest,
  }),
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
    'empty signature',
    'refuse',
    [
      'a signature without digits is refused',
      'the signature is compared with startsWith or by its own length, so one without digits matches: anyone can send events',
    ],
    { id: 'empty', sent: signature((header) => header.slice(0, PREFIX)) },
  ),
  probe(
    'wrong last digit',
    'refuse',
    [
      'the signature is compared to its end',
      'only the beginning of the signature is compared, so it can be guessed',
    ],
    { id: 'last', sent: signature((header) => header.slice(0, -1) + other(header.slice(-1))) },
  ),
  probe(
    'wrong first digit',
    'refuse',
    [
      'the signature is compared from its beginning',
      'only the end of the signature is compared, so it can be guessed',
    ],
    {
      id: 'first',
      sent: signature(
        (header) =>
          header.slice(0, PREFIX) + other(header.charAt(PREFIX)) + header.slice(PREFIX + 1),
      ),
    },
  ),
  probe(
    'no signature header',
    'refuse',
    [
      'a delivery without a signature is refused',
      'the check is skipped if the signature is missing: anyone can send events',
    ],
    { id: 'nosignature', sent: without(SIGNATURE) },
  ),
  probe(
    'no timestamp header',
    'refuse',
    [
      'a delivery without a timestamp is refused',
      'the check is skipped if the timestamp is missing: anyone can send events',
    ],
    { id: 'notimestamp', sent: without(TIMESTAMP) },
  ),
  probe(
    'no signing headers',
    'refuse',
    [
      'an unsigned event is refused',
      'the check is skipped if both headers are missing: anyone can send events',
    ],
    { id: 'unsigned', sent: without(SIGNATURE, TIMESTAMP) },
  ),
];

/** The doctor's probes, in order. The first one decides whether the receiver can be reached. */
export const WEBHOOK_PROBES: readonly WebhookProbe[] = [...ACCEPTED, ...REFUSED];
