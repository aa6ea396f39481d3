import type { OpenWorld, Worlds } from '../../control/worlds.ts';
import type { AnotherWorld, WorldChanges } from '../../fake/another-world.ts';
import type { MockService } from '../../fake/mock-service.ts';
import { worldUrl } from '../../ground/urls.ts';
import { type Room, roomOf, type Server } from './room.ts';
import { announceOrigin } from './served-origins.ts';

/** What the worlds beside a server's own are like. */
export interface WorldsLike {
  /** The organization of the variables without a name; `undefined`: the first one. */
  readonly as: string | undefined;
  /** Creates a world that begins as the server's own began, but for the changes. */
  readonly another: (changes: WorldChanges) => AnotherWorld;
}

/** Returns what the worlds of a server share, with the worlds beside its own. */
export function serverOf(
  shared: Pick<Server, 'guard' | 'dashboard' | 'origin'> & { keepBodies: boolean | 'byWorld' },
  { as, another }: WorldsLike,
): Server {
  const { origin, keepBodies, guard } = shared;
  const rooms = new WeakMap<MockService, Room>();
  let worlds: Promise<Worlds> | undefined;
  const baseOf = (worldId: string): string => worldUrl(origin, worldId).slice(origin.length);

  function make(changes: WorldChanges, worldId: string): AnotherWorld {
    const world = another(changes);
    const room = roomOf(server, world, baseOf(worldId));
    rooms.set(world.mock, room);
    announceOrigin(room.engine, room.urls);
    room.engine.traffic.keepBodies(keepBodies);
    return world;
  }

  function roomOfWorld({ mock }: OpenWorld): Room {
    const room = rooms.get(mock);
    if (room === undefined) throw new Error('a world without a room');
    return room;
  }

  async function openWorlds(): Promise<Worlds> {
    const { Worlds: Opened } = await import('../../control/worlds.ts');
    return new Opened({ make, as, controlToken: guard.controlToken });
  }

  const server: Server = {
    ...shared,
    worlds: () => (worlds ??= openWorlds()),
    roomOf: roomOfWorld,
  };
  return server;
}
