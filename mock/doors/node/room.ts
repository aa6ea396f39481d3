import type { ControlDesk } from '../../control/control-desk.ts';
import type { ControlReply } from '../../control/control-request.ts';
import type { GuardOptions } from '../../control/guard.ts';
import type { OpenWorld, Worlds } from '../../control/worlds.ts';
import type { Engine } from '../../engine/engine.ts';
import type { AnotherWorld } from '../../fake/another-world.ts';
import { engineOf } from '../../fake/mock-service.ts';
import { lastAnswer } from '../../ground/lru-cache.ts';
import { isServedHost } from '../../ground/served-hosts.ts';
import type { ServiceUrls } from '../../ground/urls.ts';
import type { PageRequest } from '../../page/serve-page.ts';
import { servedUrls } from './serve-options.ts';

/** What all worlds of one server share. */
export interface Server {
  readonly guard: GuardOptions;
  readonly dashboard: string | undefined;
  readonly origin: string;
  /** Loaded on the first request that is not for the service, so that a fake starts faster. */
  worlds(): Promise<Worlds>;
  /** Returns the room of one of those worlds. */
  roomOf(world: OpenWorld): Room;
}

/** One world as it is served: its engine, and where requests go that are not for the service. */
export interface Room {
  readonly server: Server;
  readonly engine: Engine;
  /** The addresses under which the caller reaches the service; `undefined` for a foreign name. */
  readonly urlsOf: (host: string | null) => ServiceUrls | undefined;
  /** The addresses under which the service is announced. */
  readonly urls: ServiceUrls;
  control(): Promise<ControlDesk>;
  page(request: PageRequest): Promise<ControlReply>;
}

/**
 * Serves a world on the server.
 *
 * @param base its path: `''` for the server's own world.
 */
export function roomOf(server: Server, world: AnotherWorld, base: string): Room {
  const { guard, dashboard, origin } = server;
  const engine = engineOf(world.mock);
  const urlsOn = (at: string): ServiceUrls => servedUrls(at + base, dashboard);
  let desk: Promise<ControlDesk> | undefined;
  const openDesk = async (): Promise<ControlDesk> => {
    const { ControlDesk: Desk } = await import('../../control/control-desk.ts');
    return new Desk(world, engine, await server.worlds(), guard);
  };
  return {
    server,
    engine,
    urlsOf: lastAnswer((host) =>
      host !== null && isServedHost(host, guard.boundHost, guard.allowHosts)
        ? urlsOn(`http://${host.toLowerCase()}`)
        : undefined,
    ),
    urls: urlsOn(origin),
    control: () => (desk ??= openDesk()),
    page: async (request) => {
      const { servePage } = await import('../../page/serve-page.ts');
      return servePage(request, guard);
    },
  };
}
