import { expect } from 'vitest';
import { captureMany } from '../capture-many.ts';
import type { Open } from '../each-door.ts';
import { partiesOf, sharedBy } from '../parties.ts';
import { idsOf } from '../walk-list.ts';
import { PLAIN_PAGE } from '../world.ts';
import type { Proofs } from './proof.ts';

const DOMAIN = 'example.com';
const LIST = `/v1/domains/${DOMAIN}/cdrs`;

/** Opens the links of an unknown, an expired and a live token. */
async function opened(open: Open) {
  const world = await open();
  const { producer, cdrId, token } = await sharedBy(world);
  const expired = await world.tokenOf(producer, cdrId, 1);
  await world.mock.clock.advance(1);
  const replies = [];
  for (const each of ['unknown', expired, token]) {
    const { code, status } = await world.request('GET', `/v1/shares/${each}`);
    replies.push(code ?? status);
  }
  return replies;
}

/** Asks for paths that their encoding spoils, with and without a key, and for one that none knows. */
async function malformed(open: Open) {
  const world = await open();
  const key = world.mock.addOrganization({ name: 'Acme' });
  const codes = new Set<string | undefined>();
  for (const path of ['/v1/cdrs/%ZZ', '/v1/shares/%E0%A4%A/claim', '/v1/domains/%FF/cdrs']) {
    for (const each of [null, key]) {
      codes.add((await world.request('POST', path, { key: each })).code);
    }
  }
  expect((await world.request('GET', '/v1/nothing/%ZZ', { key })).code).toBe('NOT_FOUND');
  return [...codes];
}

/** Shares with an unknown member, with text that is not JSON, and with a list. */
async function shares(open: Open) {
  const world = await open();
  const { producer, cdrId } = partiesOf(world);
  const replies = [];
  for (const body of [{ expiresInMs: 1000, note: 'x' }, '{ no JSON', []]) {
    const { code, status } = await world.share(producer, cdrId, body);
    replies.push(code ?? status);
  }
  return replies;
}

/** Lists with an empty page token, and with that of a record that another organization holds. */
async function tokens(open: Open, which: 'empty' | 'notHeld') {
  const world = await open();
  const { mock } = world;
  const producer = mock.addOrganization({ name: 'Producer' });
  const [older] = captureMany(world, producer, 1, { createdAt: 1_700_000_000_000 });
  const other = mock.addOrganization({ name: 'Other' });
  const page = { ...PLAIN_PAGE, createdAt: 1_700_000_001_000 };
  const { cdrId } = mock.capture(other, page);
  captureMany(world, producer, 1, { createdAt: 1_700_000_002_000 });
  const pageToken = which === 'empty' ? '' : cdrId;
  const reply = await world.list(producer, DOMAIN, { pageToken });
  if (reply.status !== 200) return reply.code;
  // Behind the record that it does not hold comes only the older of its own.
  if (which === 'notHeld') expect(idsOf(reply.data)).toEqual([older]);
  return idsOf(reply.data).length;
}

async function sizeOfTwo(open: Open) {
  const world = await open();
  const producer = world.mock.addOrganization({ name: 'Producer' });
  captureMany(world, producer, 3);
  const reply = await world.request<{ cdrs: unknown[] }>('GET', `${LIST}?pageSize=1&pageSize=2`, {
    key: producer,
  });
  return reply.data.cdrs.length;
}

async function foundByOtherCase(open: Open) {
  const world = await open();
  const producer = world.mock.addOrganization({ name: 'Producer' });
  captureMany(world, producer, 2, { customMetadata: { leadId: 'x' } });
  const found = [];
  for (const metadataKey of ['leadId', 'LEADID']) {
    const reply = await world.list(producer, DOMAIN, { metadataKey, metadataValue: 'x' });
    found.push(reply.data.cdrs.length);
  }
  return found;
}

/** Proofs of the readings of paths, queries and bodies that are not as documented. */
export const inputProofs: Proofs<
  | 'redirectToken'
  | 'malformedPath'
  | 'shareBody'
  | 'emptyPageToken'
  | 'pageTokenNotHeld'
  | 'repeatedParameter'
  | 'metadataKeyCase'
> = {
  redirectToken: {
    any: {
      title: '4.7: the link of an unknown or expired token is redirected too',
      async prove(open) {
        expect(await opened(open)).toEqual([302, 302, 302]);
      },
    },
    checked: {
      title: '4.7: the link of an unknown token is 404, and that of an expired one 410',
      async prove(open) {
        expect(await opened(open)).toEqual(['NOT_FOUND', 'GONE', 302]);
      },
    },
  },
  malformedPath: {
    notFound: {
      title: '7: a path with malformed percent-encoding is 404',
      async prove(open) {
        expect(await malformed(open)).toEqual(['NOT_FOUND']);
      },
    },
    invalid: {
      title: '7: a path with malformed percent-encoding is 400',
      async prove(open) {
        expect(await malformed(open)).toEqual(['INVALID_ARGUMENT']);
      },
    },
  },
  shareBody: {
    object: {
      title: '4.5: a share ignores unknown members, and refuses a body that is not an object',
      async prove(open) {
        expect(await shares(open)).toEqual([200, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT']);
      },
    },
    lenient: {
      title: '4.5: a share takes a body that is not an object for none',
      async prove(open) {
        expect(await shares(open)).toEqual([200, 200, 200]);
      },
    },
    strict: {
      title: '4.5: a share refuses an unknown member by name',
      async prove(open) {
        const refused = 'INVALID_ARGUMENT';
        expect(await shares(open)).toEqual([refused, refused, refused]);
      },
    },
  },
  emptyPageToken: {
    absent: {
      title: '4.2: an empty pageToken starts at the beginning',
      async prove(open) {
        expect(await tokens(open, 'empty')).toBe(2);
      },
    },
    invalid: {
      title: '4.2: an empty pageToken is 400',
      async prove(open) {
        expect(await tokens(open, 'empty')).toBe('INVALID_ARGUMENT');
      },
    },
  },
  pageTokenNotHeld: {
    invalid: {
      title: '4.2: a pageToken of a record that the caller does not hold is 400',
      async prove(open) {
        expect(await tokens(open, 'notHeld')).toBe('INVALID_ARGUMENT');
      },
    },
    allowed: {
      title: '4.2: a pageToken of a record that the caller does not hold continues after it',
      async prove(open) {
        expect(await tokens(open, 'notHeld')).toBe(1);
      },
    },
  },
  repeatedParameter: {
    first: {
      title: '4.2: of a parameter that is sent twice, the first counts',
      async prove(open) {
        expect(await sizeOfTwo(open)).toBe(1);
      },
    },
    last: {
      title: '4.2: of a parameter that is sent twice, the last counts',
      async prove(open) {
        expect(await sizeOfTwo(open)).toBe(2);
      },
    },
  },
  metadataKeyCase: {
    exact: {
      title: '4.2: a metadataKey in another letter case finds nothing',
      async prove(open) {
        expect(await foundByOtherCase(open)).toEqual([2, 0]);
      },
    },
    folded: {
      title: '4.2: a metadataKey in another letter case finds the records',
      async prove(open) {
        expect(await foundByOtherCase(open)).toEqual([2, 2]);
      },
    },
  },
};
