import { expect, it } from 'vitest';
import type { CaptureInput } from '../../mock/capture/capture-input.ts';
import type { MockOptions } from '../../mock/fake/options.ts';
import type { OrganizationChanges } from '../../mock/service/controls/organization-input.ts';
import { eachDoor } from './support/each-door.ts';
import { partiesOf, sharedBy } from './support/parties.ts';
import type { Reply } from './support/reply.ts';
import { toldOf } from './support/told-of.ts';
import { PLAIN_PAGE, type World } from './support/world.ts';

type Parties = Awaited<ReturnType<typeof sharedBy>>;

/** One request, the state before it, and what the journal says about it. */
interface Case {
  readonly title: string;
  readonly options?: MockOptions;
  readonly page?: Partial<CaptureInput>;
  readonly producer?: Omit<OrganizationChanges, 'name'>;
  readonly request: (world: World, parties: Parties) => Promise<Reply<unknown>>;
  /** The status and code; the section, the check and its values; the message of a refusal. */
  readonly told: readonly string[];
}

const PASSTHROUGH = { billing: false, apiAccess: 'granted' } as const;
const STRICT = { schemaVersion: 1, disclosure: { requirePresent: true } };
const FIVE_YEARS = { hours: 24 * 366 * 5 };
const DOMAIN = 'example.com';

const buyerOf = (world: World, changes: Omit<OrganizationChanges, 'name'>) =>
  world.mock.addOrganization({ name: 'Third', ...changes });

const CASES: readonly Case[] = [
  {
    title: 'reading a record that was never captured',
    request: (world, { producer }) => world.read(producer, 'cdr_nothing'),
    told: [
      '404 NOT_FOUND',
      '§4.3: the record exists {"cdrId":"cdr_nothing"}',
      'no record has this cdrId; check the cdrId',
    ],
  },
  {
    title: 'reading a record of another organization',
    request: (world, { buyer, cdrId }) => world.read(buyer, cdrId),
    told: [
      '404 NOT_FOUND',
      '§4.3: the organization holds the record {"cdrId":"THE_RECORD"}',
      'Buyer does not hold this record; receive it through a share token',
    ],
  },
  {
    title: 'reading a record after its retention',
    request: async (world, { producer, cdrId }) => {
      await world.mock.clock.advance(FIVE_YEARS);
      return world.read(producer, cdrId);
    },
    told: [
      '404 NOT_FOUND',
      '§1: the record is retained {"cdrId":"THE_RECORD"}',
      'the record is older than the five-year retention period; it cannot be recovered',
    ],
  },
  {
    title: 'reading an invalid record',
    request: (world, { producer, cdrId }) => {
      world.mock.invalidate(cdrId);
      return world.read(producer, cdrId);
    },
    told: [
      '410 CDR_INVALID',
      '§4.3: the record is valid {"cdrId":"THE_RECORD","invalid":true}',
      'the record was flagged invalid; no operation accepts it',
    ],
  },
  {
    title: 'reading a record that is not rendered',
    request: (world, { producer }) => {
      const { cdrId } = world.mock.capture(producer, { ...PLAIN_PAGE, render: 'manual' });
      return world.read(producer, cdrId);
    },
    told: [
      '404 NOT_FOUND',
      '§4.3: the record is rendered {"cdrId":"ANOTHER"}',
      'the record has not finished rendering; wait for cdr.completed and try again',
    ],
  },
  {
    title: 'reading a record',
    request: (world, { producer, cdrId }) => world.read(producer, cdrId),
    told: ['200 OK', '§4.3: read {"cdrId":"THE_RECORD","collected":false}'],
  },
  {
    title: 'collecting without access to the own organization',
    request: (world, { producer, cdrId }) => {
      world.mock.updateOrganization(producer, { unreadable: true });
      return world.collect(producer, cdrId);
    },
    told: [
      '404 NOT_FOUND',
      '§7: the organization record is readable {}',
      "the organization's own record cannot be read; nothing was charged; contact support",
    ],
  },
  {
    title: 'collecting without billing',
    producer: PASSTHROUGH,
    request: (world, { producer, cdrId }) => world.collect(producer, cdrId),
    told: [
      '403 PASSTHROUGH_ORG_CANNOT_COLLECT',
      '§4.4: the organization has billing {"billing":false}',
      'Producer has no billing set up; set it up in the dashboard, then collect',
    ],
  },
  {
    title: 'collecting',
    request: (world, { producer, cdrId }) => world.collect(producer, cdrId),
    told: ['200 OK', '§4.4: collected {"cdrId":"THE_RECORD","charged":true}'],
  },
  {
    title: 'sharing a record that two carry the identifier of',
    request: (world, { producer, cdrId }) => {
      world.mock.duplicate(cdrId);
      return world.share(producer, cdrId);
    },
    told: [
      '409 CONFLICT',
      '§7: only one record has the identifier {"cdrId":"THE_RECORD"}',
      'more than one record has this cdrId; this is a data problem on our side; contact support',
    ],
  },
  {
    title: 'sharing a Dev Mode record',
    request: (world, { producer }) => {
      const { cdrId } = world.mock.capture(producer, { ...PLAIN_PAGE, devMode: true });
      return world.share(producer, cdrId);
    },
    told: [
      '409 CDR_DEV_MODE',
      '§4.5: the record is not a Dev Mode capture {"cdrId":"ANOTHER","devMode":true}',
      'a Dev Mode record can never be shared; capture in production mode',
    ],
  },
  {
    title: 'sharing',
    request: (world, { producer, cdrId }) => world.share(producer, cdrId, { expiresInMs: 5 }),
    told: ['200 OK', '§4.5: token issued {"cdrId":"THE_RECORD","expiresAt":1767614400005}'],
  },
  {
    title: 'listing the domains',
    request: (world, { producer }) => world.domains(producer),
    told: ['200 OK', '§4.1: listed {"domains":1}'],
  },
  {
    title: 'listing a domain without records of the organization',
    options: { readings: { domainNotHeld: 'notFound' } },
    request: (world, { producer }) => world.list(producer, 'nobody.example.com'),
    told: [
      '404 NOT_FOUND',
      '§4.2: the organization holds the domain {}',
      'the organization holds no record on this domain; list the domains first',
    ],
  },
  {
    title: 'listing with an empty metadataKey',
    options: { readings: { emptyMetadataKey: 'invalid' } },
    request: (world, { producer }) => world.list(producer, DOMAIN, { metadataKey: '' }),
    told: [
      '400 INVALID_ARGUMENT',
      '§4.2: metadataKey is not empty {}',
      'metadataKey must not be empty; leave it out',
    ],
  },
  {
    title: 'listing with a metadataKey alone',
    request: (world, { producer }) => world.list(producer, DOMAIN, { metadataKey: 'lead' }),
    told: [
      '400 INVALID_ARGUMENT',
      '§4.2: metadataKey and metadataValue are sent together {}',
      'metadataKey needs a metadataValue; send both or neither',
    ],
  },
  {
    title: 'listing with a metadataKey that is too long',
    request: (world, { producer }) =>
      world.list(producer, DOMAIN, { metadataKey: 'k'.repeat(129), metadataValue: 'v' }),
    told: [
      '400 INVALID_ARGUMENT',
      '§4.2: metadataKey can be indexed {}',
      'metadataKey is too long to index: at most 100 characters',
    ],
  },
  {
    title: 'listing with a metadataValue that is too long',
    request: (world, { producer }) =>
      world.list(producer, DOMAIN, { metadataKey: 'k', metadataValue: 'v'.repeat(1025) }),
    told: [
      '400 INVALID_ARGUMENT',
      '§4.2: metadataValue can be indexed {}',
      'metadataValue is too long to index: at most 1000 characters',
    ],
  },
  {
    title: 'listing after a record that is not there',
    request: (world, { producer }) => world.list(producer, DOMAIN, { pageToken: 'cdr_nothing' }),
    told: [
      '400 INVALID_ARGUMENT',
      '§4.2: pageToken names a record on the domain {}',
      'pageToken is not a record on this domain; start again without it',
    ],
  },
  {
    title: 'listing to the end',
    request: (world, { producer }) => world.list(producer, DOMAIN),
    told: ['200 OK', '§4.2: listed {"domainId":"example.com","entries":1,"more":false}'],
  },
  {
    title: 'listing a page that is not the last',
    request: (world, { producer }) => {
      world.mock.capture(producer, PLAIN_PAGE);
      return world.list(producer, DOMAIN, { pageSize: 1 });
    },
    told: ['200 OK', '§4.2: listed {"domainId":"example.com","entries":1,"more":true}'],
  },
  {
    title: 'receiving with an unknown field',
    request: (world, { buyer, token }) => world.receive(buyer, token, { ['x'.repeat(120)]: 1 }),
    told: [
      '400 INVALID_ARGUMENT',
      '§4.6: the body has only known fields {}',
      '"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" is not a field of this body; only collect and acceptance are',
    ],
  },
  {
    title: 'receiving with a collect that is no boolean',
    request: (world, { buyer, token }) => world.receive(buyer, token, { collect: 'no' }),
    told: [
      '400 INVALID_ARGUMENT',
      '§4.6: collect is a boolean {}',
      'collect must be true or false, or left out',
    ],
  },
  {
    title: 'receiving without collecting',
    request: (world, { buyer, token }) => world.receive(buyer, token, { collect: false }),
    told: [
      '400 COLLECT_REQUIRED',
      '§4.6: collect is not false {"collect":false}',
      'receiving always collects; leave collect out, or do not receive the record',
    ],
  },
  {
    title: 'receiving with invalid criteria',
    request: (world, { buyer, token }) => world.receive(buyer, token, { acceptance: 'strict' }),
    told: [
      '400 INVALID_ARGUMENT',
      '§4.6: the acceptance criteria are valid {}',
      'acceptance is not valid, at acceptance: expected object, received string; see details.issues',
    ],
  },
  {
    title: 'receiving with criteria that are not strict',
    request: (world, { buyer, token }) => {
      const acceptance = { schemaVersion: 1, disclosure: { requireAll: true } };
      return world.receive(buyer, token, { acceptance });
    },
    told: [
      '400 INVALID_ARGUMENT',
      '§4.6: the acceptance criteria are valid {}',
      'acceptance is not valid, at acceptance.disclosure.requireAll: "requireAll" is not a known field; see details.issues',
    ],
  },
  {
    title: 'receiving for an invalid phone number',
    request: (world, { buyer, token }) => {
      const acceptance = { schemaVersion: 1, leadMatch: { phone: '12' } };
      return world.receive(buyer, token, { acceptance });
    },
    told: [
      '400 INVALID_ARGUMENT',
      '§4.6: leadMatch.phone can be normalized {}',
      'leadMatch.phone is not a 10-digit North American number; refuse the lead',
    ],
  },
  {
    title: 'receiving through a token that was never issued',
    request: (world, { buyer }) => world.receive(buyer, 'shr_nothing'),
    told: [
      '404 NOT_FOUND',
      '§4.6: the token exists {}',
      'no such share token; check that it was copied in full',
    ],
  },
  {
    title: 'receiving through a token that has expired',
    request: async (world, { producer, buyer, cdrId }) => {
      const token = await world.tokenOf(producer, cdrId, 1000);
      await world.mock.clock.advance(3999);
      return world.receive(buyer, token);
    },
    told: [
      '410 GONE',
      '§4.6: the token has not expired {"now":1767614403999,"expiresAt":1767614401000}',
      'the share token expired 2 s ago, at 2026-01-05T12:00:01.000Z; ask the producer for a new one',
    ],
  },
  {
    title: 'receiving a Dev Mode record',
    request: (world, { producer, buyer }) => {
      const page = { ...PLAIN_PAGE, devMode: true, autoShare: true } as const;
      const { shareUrl } = world.mock.capture(producer, page);
      return world.receive(buyer, shareUrl.split('/').at(-1) ?? '');
    },
    told: [
      '409 CDR_DEV_MODE',
      '§4.6: the token is not for a Dev Mode record {"devMode":true}',
      'the token is for a Dev Mode record, which can never be received; ask for a production capture',
    ],
  },
  {
    title: 'receiving through a token of one’s own',
    request: (world, { producer, token }) => world.receive(producer, token),
    told: [
      '400 INVALID_ARGUMENT',
      '§4.6: the token was created by another organization {}',
      'the token was created by your own organization; collect the record instead of receiving it',
    ],
  },
  {
    title: 'receiving without billing',
    request: (world, { token }) => world.receive(buyerOf(world, PASSTHROUGH), token),
    told: [
      '403 PASSTHROUGH_ORG_CANNOT_CLAIM',
      '§4.6: the organization has billing {"billing":false}',
      'Third has no billing set up; set it up in the dashboard, then receive',
    ],
  },
  {
    title: 'receiving a record that two carry the identifier of',
    request: (world, { buyer, token, cdrId }) => {
      world.mock.duplicate(cdrId);
      return world.receive(buyer, token);
    },
    told: [
      '409 CONFLICT',
      '§7: only one record has the identifier {"cdrId":"THE_RECORD"}',
      'more than one record has this cdrId; nothing was charged; contact support',
    ],
  },
  {
    title: 'receiving an invalid record',
    request: (world, { buyer, token, cdrId }) => {
      world.mock.invalidate(cdrId);
      return world.receive(buyer, token);
    },
    told: [
      '410 CDR_INVALID',
      '§4.6: the record is valid {"cdrId":"THE_RECORD","invalid":true}',
      'the record was flagged invalid; no operation accepts it',
    ],
  },
  {
    title: 'receiving a record that is not rendered',
    request: (world, { producer, buyer }) => {
      const page = { ...PLAIN_PAGE, render: 'manual', autoShare: true } as const;
      const { shareUrl } = world.mock.capture(producer, page);
      return world.receive(buyer, shareUrl.split('/').at(-1) ?? '');
    },
    told: [
      '202 CDR_PENDING',
      '§4.6: the record is rendered {"cdrId":"ANOTHER","waitsFor":"finished"}',
      'the record is not rendered yet; repeat this call in 2 seconds',
    ],
  },
  {
    title: 'receiving a record that does not meet the criteria',
    request: (world, { buyer, token }) => {
      const acceptance = { ...STRICT, leadMatch: { phone: '(212) 555-0199' } };
      return world.receive(buyer, token, { acceptance });
    },
    told: [
      '422 CDR_ACCEPTANCE_FAILED',
      '§7.1: the record meets the acceptance criteria {"disclosure.requirePresent":"DISCLOSURE_NOT_PRESENT","leadMatch.phone":"LEAD_PHONE_MATCH_UNAVAILABLE"}',
      'the record does not meet disclosure.requirePresent (DISCLOSURE_NOT_PRESENT), leadMatch.phone (LEAD_PHONE_MATCH_UNAVAILABLE); nothing was charged and the token stays usable',
    ],
  },
  {
    title: 'receiving',
    request: (world, { buyer, token }) => world.receive(buyer, token),
    told: [
      '200 OK',
      '§4.6: received {"cdrId":"THE_RECORD","charged":true,"hadAccess":false,"passed":false}',
    ],
  },
  {
    title: 'receiving again through the same token',
    request: async (world, { buyer, token }) => {
      await world.receive(buyer, token);
      return world.receive(buyer, token);
    },
    told: [
      '200 OK',
      '§4.6: already received through this token {"cdrId":"THE_RECORD","charged":false}',
    ],
  },
  {
    title: 'receiving what one holds already, through another token',
    request: async (world, { producer, buyer, token, cdrId }) => {
      await world.receive(buyer, token);
      return world.receive(buyer, await world.tokenOf(producer, cdrId));
    },
    told: [
      '200 OK',
      '§4.6: received {"cdrId":"THE_RECORD","charged":false,"hadAccess":true,"passed":false}',
    ],
  },
];

eachDoor((open) => {
  it.each(CASES)('explain gives for $title the check, its values and the reason', async (each) => {
    const world = await open(each.options);
    const parties =
      each.producer === undefined
        ? await sharedBy(world, each.page)
        : { ...partiesOf(world, each.page, each.producer), token: '' };
    const reply = await each.request(world, parties);
    const told = toldOf(world, reply, parties.cdrId);
    expect(told).toEqual(each.told);
    if (reply.json?.ok === false) expect(reply.json.error.message).toBe(told.at(-1));
  });
});
