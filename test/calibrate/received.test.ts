import { describe, expect, it } from 'vitest';
import type { CalibrationError } from '../../src/calibrate/calibration-error.ts';
import type { Tier } from '../../src/calibrate/tier.ts';
import { tokenIn } from '../../src/calibrate/token-in.ts';
import type { FetchLike } from '../../src/platform/platform.ts';
import { calibrateWorld } from './support/calibrated.ts';
import { type HiddenWorld, hiddenWorld, materialsIn, unpaidIn } from './support/hidden-world.ts';
import { type PlantedChange, plant, type Sent } from './support/plant.ts';
import { isReceive } from './support/planted-parts.ts';

const withoutCriteria = (sent: Sent): void => {
  if (isReceive(sent) && sent.body !== undefined) delete sent.body['acceptance'];
};

/** Services that let receives through, or do something else than they say. */
const SERVICES: readonly (PlantedChange & { readonly ends: boolean })[] = [
  { what: 'ignores criteria', ends: true, sent: withoutCriteria },
  {
    what: 'ignores collect',
    ends: false,
    sent: (sent) => isReceive(sent) && delete sent.body?.['collect'],
  },
  {
    what: 'ignores criteria and collect',
    ends: true,
    sent: (sent) => {
      withoutCriteria(sent);
      if (isReceive(sent)) delete sent.body?.['collect'];
    },
  },
  {
    what: 'answers success to everything',
    ends: true,
    sent: withoutCriteria,
    answered: (a, sent) => {
      if (!isReceive(sent)) return;
      a.status = 200;
      a.json = { ok: true, requestId: 'r', data: { claimed: true, alreadyClaimed: true } };
    },
  },
  {
    what: 'lets a receive through with an empty 204',
    ends: true,
    sent: withoutCriteria,
    answered: (a, sent) => {
      if (!isReceive(sent)) return;
      a.status = 200;
      a.json = undefined;
      a.bytes = new Uint8Array();
    },
  },
  {
    what: 'ignores criteria where collect is false',
    ends: true,
    sent: (sent) => sent.body?.['collect'] === false && withoutCriteria(sent),
  },
  {
    what: 'lets a receive through and answers 500',
    ends: true,
    sent: withoutCriteria,
    answered: (a, sent) => {
      if (!isReceive(sent) || a.json?.['ok'] !== true) return;
      a.status = 500;
      a.json = { ok: false, requestId: 'r', error: { code: 'INTERNAL', message: 'x' } };
    },
  },
];

/** What a receive did in the world, by the world's own books. */
function booksOf({ mock, receiver }: HiddenWorld) {
  const isReceived = ({ cause }: { cause: string }): boolean => cause === 'receive';
  return {
    charges: mock.charges({ organization: receiver }).filter(isReceived).length,
    handoffs: mock.shareEvents({ organization: receiver }),
  };
}

async function runOn(world: HiddenWorld, change: PlantedChange, tier: Tier) {
  const events: string[] = [];
  const service = plant(world.mock.fetch, change);
  const fetch: FetchLike = (url: string, init: RequestInit) => {
    // Without a key nothing can be received.
    const key = new Headers(init.headers).get('x-api-key');
    if (key !== null) events.push(`${init.method} ${new URL(url).pathname}`);
    return service(url, init);
  };
  const unpaid = await unpaidIn(world);
  const materials = await materialsIn(world);
  const before = booksOf(world).handoffs.length;
  const [paid] = world.mock.charges({ organization: world.sender });
  const producer = world.client(world.sender);
  const tokens = await Promise.all(
    [unpaid, paid?.cdrId ?? ''].map(async (cdrId) => {
      const { shareUrl } = await producer.cdrs.share(cdrId);
      return { cdrId, token: tokenIn(shareUrl) ?? '' };
    }),
  );
  const [sender, receiver] = [
    world.client(world.sender, fetch),
    world.client(world.receiver, fetch),
  ];
  const options = { sender, receiver, tier, tokens, materials, maxWaitMs: 0 };
  const error = await calibrateWorld(world, options).then(
    () => undefined,
    (thrown: unknown) => thrown as CalibrationError,
  );
  const { charges, handoffs } = booksOf(world);
  return { error, charges, taken: handoffs.slice(before), events, unpaid };
}

describe('a service that lets receives through', () => {
  for (const tier of [2, 3] as const) {
    it.each(SERVICES)(
      `at tier ${tier}, on one that $what, at most one receive takes effect, and it is free`,
      async (service) => {
        const world = await hiddenWorld({ collectFalse: 'defer' });
        const { error, charges, taken, unpaid } = await runOn(world, service, tier);
        expect(charges).toBe(0);
        expect(taken.length).toBeLessThanOrEqual(1);
        expect(taken.map(({ cdrId }) => cdrId)).not.toContain(unpaid);
        if (service.ends) {
          expect(error).toMatchObject({ name: 'CalibrationError', reason: 'received' });
          expect(error?.message).toContain(taken[0]?.cdrId);
        } else {
          expect(error).toBeUndefined();
        }
      },
    );

    it(`at tier ${tier}, a service that charges despite the sender's access charges once`, async () => {
      const world = await hiddenWorld({});
      let charges = 0;
      const change: PlantedChange = {
        what: 'charges each receive',
        sent: withoutCriteria,
        answered: (a, sent) => {
          const isDone = isReceive(sent) && a.json?.['ok'] === true;
          if (isDone) charges += 1;
        },
      };
      const { error, taken } = await runOn(world, change, tier);
      expect(error).toMatchObject({ reason: 'received' });
      expect({ charges, taken: taken.length }).toEqual({ charges: 1, taken: 1 });
    });
  }

  it('sends nothing more once a receive succeeded', async () => {
    const world = await hiddenWorld({});
    const change = { what: 'ignores criteria', sent: withoutCriteria };
    const { error, events } = await runOn(world, change, 3);
    expect(error?.reason).toBe('received');
    expect(events.filter((each) => each.startsWith('POST /v1/shares/'))).toHaveLength(1);
    expect(events.at(-1)).toMatch(/^POST \/v1\/shares\//);
  });
});

describe('the first receive of a run', () => {
  it.each([2, 3] as const)(
    'at tier %i is of a record that the sender captured and collected, before any made-up token',
    async (tier) => {
      const world = await hiddenWorld({});
      const { events, unpaid } = await runOn(world, { what: 'nothing' }, tier);
      const receives = events.filter((each) => /^POST \/v1\/shares\//.test(each));
      expect(receives.length).toBeGreaterThan(10);
      expect(receives[0]).not.toContain('calibrate');
      const { mock, sender } = world;
      const [token = ''] = [receives[0]?.split('/').at(3)];
      const isShared = await world.client(world.receiver).shares.receive(token);
      expect(isShared.cdrId).not.toBe(unpaid);
      const paid = mock.charges({ organization: sender }).map(({ cdrId }) => cdrId);
      expect(paid).toContain(isShared.cdrId);
    },
  );

  it('leaves out the token of a record that is not paid for, and says why', async () => {
    const world = await hiddenWorld({});
    const cdrId = await unpaidIn(world);
    const { token } = await world.client(world.sender).cdrs.share(cdrId);
    const sent: string[] = [];
    const fetch: FetchLike = (url: string, init: RequestInit) => {
      if (url.includes('/v1/shares/')) sent.push(url);
      return world.mock.fetch(url, init);
    };
    const [sender, receiver] = [
      world.client(world.sender, fetch),
      world.client(world.receiver, fetch),
    ];
    const materials = { expiredToken: { token, cdrId } };
    const tokens = [{ token, cdrId }];
    const report = await calibrateWorld(world, { sender, receiver, tier: 2, tokens, materials });
    expect(sent.filter((url) => url.includes(token))).toEqual([]);
    const expired = report.statements.find(({ statement }) => statement.endsWith('410 GONE.'));
    expect(expired?.why).toContain('is not one that the sender captured and paid for');
  });
});
