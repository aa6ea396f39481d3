import { listOf, membersOf } from '../../../src/calibrate/answer.ts';
import type { PlantedChange } from './plant.ts';
import { becomes, dataOf, entriesOf, isList, type Members, recordsOf } from './planted-parts.ts';

const NUMBER = /^\d+$/;

/** Changes of lists and records. */
export const READ_CHANGES: readonly PlantedChange[] = [
  {
    what: 'the default page size is 25',
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
