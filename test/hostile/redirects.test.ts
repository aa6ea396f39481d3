import { describe, expect, it } from 'vitest';
import type { Behaviour } from './support/behaviour.ts';
import { expectNoTimerLeft } from './support/expect-no-timer.ts';
import { hostileOperations } from './support/hostile-operations.ts';
import { type HostileServer, startHostileServer } from './support/hostile-server.ts';
import { createWorld } from './support/hostile-world.ts';
import { answerWith, forwarding, honest, withholding } from './support/plays.ts';
import { headOf } from './support/raw-reply.ts';
import type { RawRequest } from './support/raw-request.ts';
import { redirectTo } from './support/reply-behaviours.ts';
import { expectLastingStrike, expectPassingStrike } from './support/run-case.ts';

/** Starts the target of a redirect: a server that records and answers whatever arrives. */
async function startForeignServer(): Promise<HostileServer & { readonly arrivals: RawRequest[] }> {
  const server = await startHostileServer();
  const arrivals: RawRequest[] = [];
  server.script = () => async (exchange) => {
    const request = await exchange.read();
    if (request === undefined) return;
    arrivals.push(request);
    answerWith(exchange.socket, redirectTo(404, '/'));
  };
  return Object.assign(server, { arrivals });
}

const sight = (status: number) =>
  ({
    envelope: 'foreign',
    redirect: status === 302 ? 'answer' : 'foreign',
    image: 'foreign',
  }) as const;

/** Redirects to another origin, before or after the service has done its work. */
function redirecting(status: number, location: string, forwards: boolean): Behaviour {
  const play = ({ socket }: Parameters<typeof honest>[0]) => {
    answerWith(socket, redirectTo(status, location));
  };
  return {
    title: `${status}`,
    play: forwards ? forwarding(play) : withholding(play),
    forwards,
    sight: sight(status),
    enveloped: false,
  };
}

expectNoTimerLeft();

describe.concurrent.each([301, 302, 303, 307, 308])('%i to another origin', (status) => {
  it.each(hostileOperations)(
    'is not followed by $name, and no key goes there',
    async (operation) => {
      await using foreign = await startForeignServer();
      for (const forwards of [false, true]) {
        const behaviour = redirecting(status, `${foreign.url}/v1/domains`, forwards);
        if (operation.stage === 'redirect' && status === 302 && !forwards) continue;
        await expectLastingStrike(behaviour, operation);
        await expectPassingStrike(behaviour, operation);
      }
      expect(foreign.arrivals).toEqual([]);
    },
  );
});

describe.concurrent('a redirect whose body never comes', () => {
  it.each(hostileOperations)('keeps no connection of $name open', async (operation) => {
    for (const status of [302, 307]) {
      const reply = redirectTo(status, 'https://dashboard.example/claim');
      const behaviour: Behaviour = {
        title: `${status}`,
        play: withholding(({ socket }) =>
          socket.write(headOf({ ...reply, body: Buffer.alloc(1_000_000) })),
        ),
        forwards: false,
        sight: sight(status),
        enveloped: false,
      };
      if (operation.stage !== 'redirect' || status !== 302) {
        await expectLastingStrike(behaviour, operation);
      } else {
        await using server = await startHostileServer();
        server.script = () => behaviour.play;
        const world = createWorld(server);
        expect(await operation.call(world, {})).toBe('https://dashboard.example/claim');
        await server.idle();
      }
    }
  });
});

describe('the other server of these tests', () => {
  it('does write down a key that is sent to it', async () => {
    await using foreign = await startForeignServer();
    await fetch(foreign.url, { headers: { 'x-api-key': 'kid.sk' } });
    expect(foreign.arrivals).toMatchObject([{ method: 'GET', headers: { 'x-api-key': 'kid.sk' } }]);
  });
});
