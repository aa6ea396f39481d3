import { gzipSync } from 'node:zlib';
import type { Behaviour } from './behaviour.ts';
import { answerWith, forwarding, withholding } from './plays.ts';
import type { RawReply } from './raw-reply.ts';
import type { Sight } from './rules.ts';

type Header = RawReply['headers'][number];

const HTML: Header = ['content-type', 'text/html'];
const JSON_TYPE: Header = ['content-type', 'application/json'];

function saying(status: number, text: string, ...headers: Header[]): RawReply {
  return { status, headers, body: Buffer.from(text) };
}

const page = (status: number, ...headers: Header[]) =>
  saying(status, '<html><body>a gateway speaks</body></html>', HTML, ...headers);

const json = (status: number, value: unknown, ...headers: Header[]) =>
  saying(status, JSON.stringify(value), JSON_TYPE, ...headers);

const failure = (status: number, code: string) =>
  json(status, { ok: false, error: { code, message: 'no', requestId: 'req_hostile' } });

/** One reply, and how a request that waits for each kind of answer sees it. */
interface Instead {
  readonly title: string;
  readonly reply: RawReply;
  readonly sight: Behaviour['sight'];
  readonly enveloped?: boolean;
  /**
   * Whether it comes before the service sees the request, after the service did its work, or both.
   */
  readonly when: 'before' | 'after' | 'either';
}

const every = (sight: Sight) => ({ envelope: sight, redirect: sight, image: sight });
const whole200 = (sight: Sight) =>
  ({ envelope: sight, redirect: 'foreign', image: 'wrong image' }) as const;

const gateways: Instead[] = [502, 503, 504].map((status) => ({
  title: `${status} HTML`,
  reply: page(status),
  sight: every('broken'),
  when: 'either',
}));

const errors: Instead[] = [
  {
    title: '500 in the envelope',
    reply: failure(500, 'INTERNAL'),
    sight: every('broken'),
    enveloped: true,
    when: 'either',
  },
  {
    title: '503 with an empty body',
    reply: saying(503, ''),
    sight: every('broken'),
    when: 'either',
  },
  { title: '429 HTML', reply: page(429), sight: every('busy'), when: 'before' },
  {
    title: '429 in the envelope',
    reply: failure(429, 'RESOURCE_EXHAUSTED'),
    sight: every('busy'),
    enveloped: true,
    when: 'before',
  },
  {
    title: '409 in the envelope',
    reply: failure(409, 'CONFLICT'),
    sight: { envelope: 'refusal', redirect: 'refusal', image: 'foreign' },
    enveloped: true,
    when: 'before',
  },
  {
    title: 'ok: false with 200',
    reply: failure(200, 'FAILED_PRECONDITION'),
    sight: { envelope: 'refusal', redirect: 'refusal', image: 'wrong image' },
    enveloped: true,
    when: 'before',
  },
];

const foreign200: Instead[] = [
  ['HTML with 200', page(200)],
  ['truncated JSON of the right length', saying(200, '{"ok":true,"data":{"cdr', JSON_TYPE)],
  ['an empty body with 200', saying(200, '', JSON_TYPE)],
  ['an array', json(200, [{ ok: true }])],
  ['JSON without ok', json(200, { data: {}, requestId: 'req_hostile' })],
  ['ok as a text', json(200, { ok: 'true', data: {}, requestId: 'req_hostile' })],
  ['ok: false without an error', json(200, { ok: false })],
  ['JSON after half of a rune', saying(200, '\ufffd{"ok":true}', JSON_TYPE)],
].map(([title, reply]) => ({
  title: title as string,
  reply: reply as RawReply,
  sight: whole200('foreign'),
  when: 'either',
}));

const foreignOther: Instead[] = [
  {
    title: '204',
    reply: { status: 204, headers: [], body: Buffer.alloc(0) },
    sight: every('foreign'),
    when: 'either',
  },
  { title: 'HTML with 418', reply: page(418), sight: every('foreign'), when: 'either' },
];

const unusable: Instead[] = [
  ['ok: true without data', { ok: true, requestId: 'req_hostile' }],
  ['ok: true with data that is a list', { ok: true, data: [], requestId: 'req_hostile' }],
  ['ok: true with data that is null', { ok: true, data: null }],
].map(([title, value]) => ({
  title: title as string,
  reply: json(200, value),
  sight: whole200('unusable'),
  when: 'after',
}));

function played({ title, reply, sight, enveloped = false, when }: Instead): Behaviour[] {
  const before: Behaviour = {
    title: `${title}, and nothing done`,
    play: withholding(({ socket }) => {
      answerWith(socket, reply);
    }),
    forwards: false,
    sight,
    enveloped,
  };
  const after: Behaviour = {
    title: `done, and then ${title}`,
    play: forwarding(({ socket }, own) => {
      // The server is hostile, but does not lie: it never reports success for a refused request.
      const refused = own.body.includes('"ok":false');
      answerWith(socket, when === 'after' && refused ? own : reply);
    }),
    forwards: true,
    sight,
    enveloped,
  };
  if (when === 'either') return [before, after];
  return [when === 'before' ? before : after];
}

/** The fake's own reply, altered on its way. */
function changed(
  title: string,
  sight: Behaviour['sight'],
  change: (reply: RawReply) => RawReply,
): Behaviour {
  const play = forwarding(({ socket }, reply) => {
    answerWith(socket, change(reply));
  });
  return { title: `done, and ${title}`, play, forwards: true, sight, enveloped: false };
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

const mangled: Behaviour[] = [
  changed('a byte order mark before the body', { ...every('answer'), image: 'wrong image' }, (r) =>
    r.status === 302 ? r : { ...r, body: Buffer.concat([BOM, r.body]) },
  ),
  changed('a foreign content type', every('answer'), (r) => ({
    ...r,
    headers: [...r.headers.filter(([name]) => name !== 'content-type'), HTML],
  })),
  changed('every header but the Location twice', every('answer'), (r) => ({
    ...r,
    headers: [...r.headers, ...r.headers.filter(([name]) => name !== 'location')],
  })),
  changed('a compressed body', every('answer'), (r) => ({
    ...r,
    headers: [...r.headers, ['content-encoding', 'gzip']],
    body: gzipSync(r.body),
  })),
];

/** What a server, or a gateway in front of it, can answer. */
export const replyBehaviours: readonly Behaviour[] = [
  ...[...gateways, ...errors, ...foreign200, ...foreignOther, ...unusable].flatMap(played),
  ...mangled,
];

/** Redirects to `location`, with a body that must not be read. */
export const redirectTo = (status: number, location: string): RawReply =>
  page(status, ['location', location]);
