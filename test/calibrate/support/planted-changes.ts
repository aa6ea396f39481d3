import { listOf, membersOf } from '../../../src/calibrate/answer.ts';
import type { Answered, PlantedChange, Sent } from './plant.ts';

type Members = Record<string, unknown>;

const isList = ({ path }: Sent): boolean => /^\/v1\/domains\/[^/]+\/cdrs$/.test(path);
const isReceive = ({ method, path }: Sent): boolean =>
  method === 'POST' && /^\/v1\/shares\/[^/]+(?:\/claim)?$/.test(path);
const isRedirect = ({ method, path }: Sent): boolean =>
  method === 'GET' && /^\/v1\/shares\/[^/]+$/.test(path);
const isShare = ({ path }: Sent): boolean => path.endsWith('/share');

const errorOf = ({ json }: Answered): Members | undefined =>
  membersOf(json?.['error']) as Members | undefined;
const dataOf = ({ json }: Answered): Members | undefined =>
  membersOf(json?.['data']) as Members | undefined;
const entriesOf = (answered: Answered): Members[] =>
  listOf(dataOf(answered)?.['cdrs']) as Members[];
const failuresOf = (answered: Answered): Members[] =>
  listOf(membersOf(errorOf(answered)?.['details'])?.['failures']) as Members[];
const acceptanceOf = ({ body }: Sent): Members | undefined =>
  membersOf(body?.['acceptance']) as Members | undefined;
const disclosureOf = (sent: Sent): Members | undefined =>
  membersOf(acceptanceOf(sent)?.['disclosure']) as Members | undefined;

/** Records and entries alike. */
const recordsOf = (answered: Answered): Members[] => {
  const one = membersOf(dataOf(answered)?.['cdr']) as Members | undefined;
  return one === undefined ? entriesOf(answered) : [one];
};

/** An answer with another status, and another code where it is a failure. */
function becomes(status: number, code?: string) {
  return (answered: Answered): void => {
    answered.status = status;
    const error = errorOf(answered);
    if (error !== undefined && code !== undefined) error['code'] = code;
  };
}

/** What an answer with this code becomes. */
function where(code: string, change: (answered: Answered, sent: Sent) => void) {
  return (answered: Answered, sent: Sent): void => {
    if (errorOf(answered)?.['code'] === code) change(answered, sent);
  };
}

/** What a list of `failures` becomes; a receive is refused all the same. */
function failures(change: (failures: Members[], sent: Sent) => Members[]) {
  return (answered: Answered, sent: Sent): void => {
    const details = membersOf(errorOf(answered)?.['details']) as Members | undefined;
    if (details?.['failures'] === undefined) return;
    details['failures'] = change(failuresOf(answered), sent);
  };
}

const without = (ruleId: string) =>
  failures((all) => all.filter((each) => each['ruleId'] !== ruleId));

const SEGMENTS = '(?:domains|cdrs|shares)';

/** Changes of transport, routing, keys and the envelope. */
const TRANSPORT: readonly PlantedChange[] = [
  {
    what: 'a 404 may be cached',
    answered: (a) => a.status === 404 && a.headers.set('cache-control', 'max-age=60'),
  },
  {
    what: 'there are CORS headers',
    answered: ({ headers }) => headers.set('access-control-allow-origin', '*'),
  },
  {
    what: 'a failure has no requestId',
    answered: (a) => delete errorOf(a)?.['requestId'],
  },
  {
    what: 'the requestId of a failure stands at the top',
    answered: (a) => {
      if (a.json !== undefined && errorOf(a) !== undefined) a.json['requestId'] = 'req_x';
    },
  },
  {
    what: 'every success has the same requestId',
    answered: ({ json }) => {
      if (json?.['ok'] === true) json['requestId'] = 'req_same';
    },
  },
  { what: 'a 405 has no Allow', answered: ({ headers }) => headers.delete('allow') },
  {
    what: 'an unknown path is 400',
    answered: (a, { path }) => {
      if (a.status === 404 && !new RegExp(`^/v1/${SEGMENTS}`).test(path)) {
        becomes(400, 'INVALID_ARGUMENT')(a);
      }
    },
  },
  {
    what: 'the key is looked at before the path',
    answered: (a, { key }) => {
      if ([404, 405].includes(a.status) && !key?.includes('.')) becomes(401, 'UNAUTHENTICATED')(a);
    },
  },
  {
    what: 'a trailing slash makes another path',
    answered: (a, { path }) => path.endsWith('/') && becomes(404, 'NOT_FOUND')(a),
  },
  { what: 'a missing key is 403', answered: where('UNAUTHENTICATED', becomes(403, 'FORBIDDEN')) },
  {
    what: 'the code of a missing key is another one',
    answered: where('UNAUTHENTICATED', becomes(401, 'INVALID_API_KEY')),
  },
  {
    what: 'the redirect is permanent',
    answered: (a, sent) => isRedirect(sent) && becomes(301)(a),
  },
  {
    what: 'the redirect leads elsewhere',
    answered: ({ headers }, sent) => {
      if (isRedirect(sent)) headers.set('location', 'https://dashboard.example/receive/x');
    },
  },
  {
    what: 'packages are there',
    answered: (a, { path }) => {
      if (path.startsWith('/v1/packages/')) becomes(401, 'UNAUTHENTICATED')(a);
    },
  },
];

const NUMBER = /^\d+$/;

/** Changes of lists and records. */
const READS: readonly PlantedChange[] = [
  {
    what: 'a page holds 25 unless said',
    sent: ({ query }) => query.has('pageSize') || query.set('pageSize', '25'),
  },
  {
    what: 'pageSize over 100 is 100',
    sent: ({ query }) => Number(query.get('pageSize')) > 100 && query.set('pageSize', '100'),
  },
  {
    what: 'a pageSize of 0 is refused',
    answered: (a, { query }) => {
      if (query.get('pageSize') === '0') {
        a.json = {
          ok: false,
          error: { code: 'INVALID_ARGUMENT', message: '', requestId: 'req_0' },
        };
        a.status = 400;
      }
    },
  },
  {
    what: 'a pageSize that is no number is 1',
    sent: ({ query }) => {
      if (Number.isNaN(Number(query.get('pageSize') ?? 1))) query.set('pageSize', '1');
    },
  },
  {
    what: 'a pageSize is rounded',
    sent: ({ query }) => {
      const size = query.get('pageSize');
      if (size !== null && !NUMBER.test(size))
        query.set('pageSize', String(Math.round(Number(size))));
    },
  },
  {
    what: 'order is read in any letter case',
    sent: ({ query }) => {
      const order = query.get('order');
      if (order !== null) query.set('order', order.toLowerCase());
    },
  },
  {
    what: 'the oldest come first',
    sent: ({ query }) => query.has('order') || query.set('order', 'asc'),
  },
  {
    what: 'a pageToken that is none begins anew',
    sent: ({ query }) => {
      if (query.get('pageToken')?.startsWith('calibrate')) query.delete('pageToken');
    },
  },
  {
    what: 'a metadataKey alone is ignored',
    sent: ({ query }) => query.has('metadataValue') || query.delete('metadataKey'),
  },
  {
    what: 'a filtered list can be ordered',
    answered: (a, { query }) => {
      const cdrs = entriesOf(a);
      if (query.has('metadataKey') && query.get('order') === 'asc') cdrs.reverse();
    },
  },
  {
    what: 'metadata is compared with its letter case',
    answered: (a, { query }) => {
      const value = query.get('metadataValue');
      const data = dataOf(a);
      if (data === undefined || value === null || !/^[^a-z]*[A-Z][^a-z]*$/.test(value)) return;
      data['cdrs'] = [];
    },
  },
  {
    what: 'nextPageToken is null at the end',
    answered: (a, sent) => {
      const data = dataOf(a);
      if (isList(sent) && data !== undefined) data['nextPageToken'] ??= null;
    },
  },
  {
    what: 'domains come in another order',
    answered: (a, { path }) => {
      if (path === '/v1/domains') (listOf(dataOf(a)?.['domains']) as unknown[]).reverse();
    },
  },
  {
    what: 'a list entry has organizationName',
    answered: (a) => {
      for (const entry of entriesOf(a)) entry['organizationName'] = 'x';
    },
  },
  {
    what: 'a list entry has no size',
    answered: (a) => {
      for (const entry of entriesOf(a)) delete entry['size'];
    },
  },
  {
    what: 'sizes are texts',
    answered: (a) => {
      for (const each of recordsOf(a)) each['size'] = String(each['size']);
    },
  },
  {
    what: 'guest is false on records of one’s own',
    answered: (a) => {
      const cdr = membersOf(dataOf(a)?.['cdr']) as Members | undefined;
      if (cdr !== undefined) cdr['guest'] ??= false;
    },
  },
  {
    what: 'invalidated is told',
    answered: (a) => {
      for (const each of recordsOf(a)) each['invalidated'] = false;
    },
  },
  {
    what: 'phones are without their country',
    answered: (a) => {
      for (const each of recordsOf(a)) {
        const auto = membersOf(each['autoMetadata']) as Members | undefined;
        const phones = listOf(auto?.['phones']).map((phone) => String(phone).replace('+1', ''));
        if (auto !== undefined && phones.length > 0) auto['phones'] = phones;
      }
    },
  },
  {
    what: 'records are filed under the whole host',
    answered: (a) => {
      for (const each of recordsOf(a)) each['domainId'] = each['domain'];
    },
  },
  {
    what: 'a record of another organization is 403',
    answered: (a, { path }) => {
      if (a.status === 404 && /^\/v1\/cdrs\/cdr/.test(path)) becomes(403, 'FORBIDDEN')(a);
    },
  },
  {
    what: 'an image is cut short',
    answered: (a) => {
      if (a.headers.get('content-type')?.startsWith('image/')) a.bytes = a.bytes.slice(0, 10);
    },
  },
];

/** Changes of shares, receives and what refuses them. */
const RECEIVES: readonly PlantedChange[] = [
  {
    what: 'an unknown field of a receive is ignored',
    sent: (sent) => {
      if (!isReceive(sent) || sent.body === undefined) return;
      const { collect, acceptance } = sent.body;
      sent.body = {
        ...(collect !== undefined && { collect }),
        ...(acceptance !== undefined && { acceptance }),
      };
    },
  },
  {
    what: 'a collect of "true" is true',
    sent: ({ body }) => {
      if (body?.['collect'] === 'true') body['collect'] = true;
    },
  },
  {
    what: 'schemaVersion has a default',
    sent: (sent) => {
      const acceptance = acceptanceOf(sent);
      if (acceptance !== undefined) acceptance['schemaVersion'] ??= 1;
    },
  },
  {
    what: 'criteria may hold any other field',
    sent: (sent) => delete acceptanceOf(sent)?.['calibrate'],
  },
  {
    what: 'a ruleId may begin like a built-in one',
    sent: (sent) => {
      for (const rule of listOf(disclosureOf(sent)?.['requiredText']) as Members[]) {
        const id = String(rule['ruleId']);
        if (id === 'record.a') rule['ruleId'] = 'record_a';
      }
    },
  },
  {
    what: '40 required rules are allowed',
    sent: (sent) => {
      const disclosure = disclosureOf(sent);
      const rules = listOf(disclosure?.['requiredText']);
      if (disclosure !== undefined && rules.length > 20 && rules.length <= 40) {
        disclosure['requiredText'] = rules.slice(0, 20);
      }
    },
  },
  {
    what: 'a refused phone is told in issues',
    answered: (a) => {
      const error = errorOf(a);
      if (String(error?.['message']).startsWith('leadMatch.phone')) {
        if (error !== undefined) error['details'] = { issues: [{ path: 'leadMatch.phone' }] };
      }
    },
  },
  { what: 'only the first unmet rule is listed', answered: failures((all) => all.slice(0, 1)) },
  {
    what: 'a failure has a message',
    answered: failures((all) => all.map((each) => ({ ...each, message: 'x' }))),
  },
  {
    what: 'a refusal by criteria is 400',
    answered: where('CDR_ACCEPTANCE_FAILED', becomes(400)),
  },
  {
    what: 'an unknown token is 410',
    answered: (a, sent) => {
      if (isReceive(sent) && a.status === 404) becomes(410, 'GONE')(a);
    },
  },
  { what: 'an expired token is 404', answered: where('GONE', becomes(404, 'NOT_FOUND')) },
  {
    what: 'the older path is gone',
    answered: (a, { path }) => path.endsWith('/claim') && becomes(404, 'NOT_FOUND')(a),
  },
  {
    what: 'the own token is 403',
    answered: (a, sent) => {
      const isOwn = String(errorOf(a)?.['message']).startsWith('the token was created');
      if (isReceive(sent) && isOwn) becomes(403, 'FORBIDDEN')(a);
    },
  },
  {
    what: 'expiresAt is in seconds',
    answered: (a, sent) => {
      const data = dataOf(a);
      if (isShare(sent) && data !== undefined) {
        data['expiresAt'] = Math.floor(Number(data['expiresAt']) / 1000);
      }
    },
  },
  {
    what: 'sharing a Dev Mode record is 403',
    answered: where('CDR_DEV_MODE', becomes(403, 'FORBIDDEN')),
  },
  {
    what: 'text rules go by letter case',
    answered: failures((all, sent) => {
      const ids = listOf(disclosureOf(sent)?.['requiredText']).map(
        (rule) => membersOf(rule)?.['ruleId'],
      );
      if (!ids.includes('r.case') || all.some((each) => each['ruleId'] === 'r.case')) return all;
      return [
        ...all,
        { ruleId: 'r.case', status: 'failed', code: 'REQUIRED_DISCLOSURE_TEXT_NOT_FOUND' },
      ];
    }),
  },
  { what: 'a curly apostrophe is a straight one', answered: without('r.curly') },
  { what: 'exact is found within a text', answered: without('r.exactWord') },
  {
    what: 'a record without a box is affirmed',
    answered: failures((all) =>
      all.filter((each) => each['code'] !== 'CHECKBOX_AFFIRMATION_UNAVAILABLE'),
    ),
  },
  {
    what: 'a button is consent by itself',
    answered: without('disclosure.requireEveryDisclosureConsented'),
  },
  { what: 'a record is never too old', answered: without('record.maxAgeSeconds') },
  { what: 'a forbidden phrase is let through', answered: without('f.word') },
];

/** Things that a service could do otherwise one day, each seen from outside. */
export const PLANTED_CHANGES: readonly PlantedChange[] = [...TRANSPORT, ...READS, ...RECEIVES];
