import { expect, it } from 'vitest';
import { ERROR_STATUS, type KnownErrorCode } from '../../src/contract/error-codes.ts';
import { eachDoor } from './support/each-door.ts';
import { partiesOf, sharedBy, tokenIn } from './support/parties.ts';
import type { Reply } from './support/reply.ts';
import type { World } from './support/world.ts';

type Trigger = (world: World) => Promise<Reply<unknown>>;

const PAGE = { pageUrl: 'https://example.com/' };
const PASSTHROUGH = { billing: false, apiAccess: 'granted' } as const;

/** Triggers a code for which spec §7 names no cause that a caller can bring about: by a fault. */
const byFault =
  (code: KnownErrorCode): Trigger =>
  async (world) => {
    const { producer } = partiesOf(world);
    world.mock.addFault({ operation: 'domains.list', code });
    return world.domains(producer);
  };

/** For every code of spec §7, a request that is answered with it. Without one, this does not compile. */
const TRIGGERS: Readonly<Record<KnownErrorCode, Trigger>> = {
  async CDR_PENDING(world) {
    const { producer, buyer } = partiesOf(world);
    const page = { ...PAGE, render: 'manual', autoShare: true } as const;
    return world.receive(buyer, tokenIn(world.mock.capture(producer, page).shareUrl));
  },
  async INVALID_ARGUMENT(world) {
    const { producer } = partiesOf(world);
    return world.list(producer, 'example.com', { metadataKey: 'a' });
  },
  async COLLECT_REQUIRED(world) {
    const { buyer, token } = await sharedBy(world);
    return world.receive(buyer, token, { collect: false });
  },
  UNAUTHENTICATED: (world) => world.domains(null),
  FORBIDDEN: byFault('FORBIDDEN'),
  async API_ACCESS_DISABLED(world) {
    return world.domains(world.mock.addOrganization({ name: 'Off', apiAccess: 'off' }));
  },
  async PASSTHROUGH_ORG_CANNOT_COLLECT(world) {
    const { producer, cdrId } = partiesOf(world, {}, PASSTHROUGH);
    return world.collect(producer, cdrId);
  },
  async PASSTHROUGH_ORG_CANNOT_CLAIM(world) {
    const { token } = await sharedBy(world);
    return world.receive(world.mock.addOrganization({ name: 'P', ...PASSTHROUGH }), token);
  },
  NOT_FOUND: (world) => world.request('GET', '/v1/nothing'),
  METHOD_NOT_ALLOWED: (world) => world.request('DELETE', '/v1/domains'),
  async CDR_DEV_MODE(world) {
    const { producer, cdrId } = partiesOf(world, { devMode: true });
    return world.share(producer, cdrId);
  },
  async CONFLICT(world) {
    const { producer, cdrId } = partiesOf(world);
    world.mock.duplicate(cdrId);
    return world.share(producer, cdrId);
  },
  async GONE(world) {
    const { producer, buyer, cdrId } = partiesOf(world);
    const token = await world.tokenOf(producer, cdrId, 1);
    await world.mock.clock.advance(1);
    return world.receive(buyer, token);
  },
  async CDR_INVALID(world) {
    const { producer, cdrId } = partiesOf(world);
    world.mock.invalidate(cdrId);
    return world.read(producer, cdrId);
  },
  FAILED_PRECONDITION: byFault('FAILED_PRECONDITION'),
  async CDR_ACCEPTANCE_FAILED(world) {
    const { buyer, token } = await sharedBy(world);
    const acceptance = { schemaVersion: 1, disclosure: { requirePresent: true } };
    return world.receive(buyer, token, { acceptance });
  },
};

/** The table of spec §7, written a second time because the contract's own copy is under test too. */
const STATUS: Readonly<Record<KnownErrorCode, number>> = {
  CDR_PENDING: 202,
  INVALID_ARGUMENT: 400,
  COLLECT_REQUIRED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  API_ACCESS_DISABLED: 403,
  PASSTHROUGH_ORG_CANNOT_COLLECT: 403,
  PASSTHROUGH_ORG_CANNOT_CLAIM: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CDR_DEV_MODE: 409,
  CONFLICT: 409,
  GONE: 410,
  CDR_INVALID: 410,
  FAILED_PRECONDITION: 412,
  CDR_ACCEPTANCE_FAILED: 422,
};

const CODES = Object.keys(STATUS) as KnownErrorCode[];

eachDoor((open) => {
  it.each(CODES)('7: %s is reached, with its status', async (code) => {
    const { code: reached, status } = await TRIGGERS[code](await open());
    expect({ code: reached, status }).toEqual({ code, status: STATUS[code] });
  });

  it('7: the codes that the suite reaches are those of the contract, no more and no fewer', async () => {
    const reached = new Set<string | undefined>();
    for (const code of CODES) reached.add((await TRIGGERS[code](await open())).code);
    expect([...reached].sort()).toEqual(Object.keys(ERROR_STATUS).sort());
  });

  it.each(CODES)(
    '7: the message of %s says a reason, and explain the check behind it',
    async (code) => {
      const world = await open();
      const { error, requestId } = await TRIGGERS[code](world);
      expect(error.message.length).toBeGreaterThan(15);
      const { message, decision } = world.mock.explain(requestId);
      expect(message).toBe(error.message);
      expect(decision).toMatchObject({
        check: expect.stringMatching(/./),
        section: expect.stringMatching(/^(\d(\.\d+)*|fault)$/),
      });
    },
  );

  it('2.1: details stand on rejected criteria and failed acceptance, and on nothing else', async () => {
    for (const code of CODES) {
      const { error } = await TRIGGERS[code](await open());
      expect('details' in error).toBe(code === 'CDR_ACCEPTANCE_FAILED');
    }
  });

  it('4.6 rule 7: Retry-After stands on CDR_PENDING, and on nothing else', async () => {
    for (const code of CODES) {
      const { headers } = await TRIGGERS[code](await open());
      expect(headers.get('retry-after')).toBe(code === 'CDR_PENDING' ? '2' : null);
    }
  });

  it('2.1: ok means success, a 2xx status alone does not', async () => {
    for (const code of CODES) {
      expect((await TRIGGERS[code](await open())).json?.ok).toBe(false);
    }
  });
});
