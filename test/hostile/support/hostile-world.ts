import { presets } from '../../../mock/capture/presets.ts';
import { createFetch } from '../../../mock/fake/fetch.ts';
import { createMockService, engineOf, type MockService } from '../../../mock/fake/mock-service.ts';
import { urlsOnOneOrigin } from '../../../mock/ground/urls.ts';
import { ConsentEvidence } from '../../../src/client/client.ts';
import type { ConsentEvidenceOptions } from '../../../src/client/client-settings.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import type { HostileServer } from './hostile-server.ts';
import { way } from './way.ts';

/** The phone number on the captured page and in the criteria. */
export const PHONE = '212-555-0147';

const IMAGE = { contentType: 'image/png', base64: Buffer.alloc(600, 'png').toString('base64') };

/** What the service holds after a call. */
export interface Effects {
  readonly charges: number;
  readonly tokens: number;
  readonly shareEvents: number;
}

/** A fake behind a hostile server, with an organization that calls and one that has shared. */
export interface HostileWorld {
  readonly mock: MockService;
  readonly server: HostileServer;
  readonly client: ConsentEvidence;
  /** A record of the caller's own. */
  readonly cdrId: string;
  /** Another organization's share link, for one of its own records. */
  readonly shareUrl: string;
  /** Every wait of the client, in milliseconds. */
  readonly waits: number[];
  /** Texts that must not be shown anywhere. */
  readonly secrets: readonly string[];
  effects(): Effects;
}

/** Wraps the clock of the world to record each wait. A wait advances the clock. */
function writtenDown(clock: Clock, waits: number[]): Clock {
  return {
    now: () => clock.now(),
    sleep: (ms, signal) => {
      waits.push(ms);
      return clock.sleep(ms, signal);
    },
  };
}

export interface WorldOptions extends ConsentEvidenceOptions {
  /** The caller has access to its own record from the start. */
  readonly collected?: boolean;
  /** How many receives of the shared record answer that it is pending. */
  readonly pendingReceives?: number;
}

/** Sets up a new fake behind `server`. */
export function createWorld(server: HostileServer, options: WorldOptions = {}): HostileWorld {
  const { collected = false, pendingReceives, ...clientOptions } = options;
  const mock = createMockService({ now: '2026-01-05T12:00:00Z', baseUrl: server.url });
  const engine = engineOf(mock);
  engine.urls = urlsOnOneOrigin(server.url, '/_mock');
  server.backend = createFetch(engine, engine.urls);
  const caller = mock.addOrganization({ name: 'Caller', autoCollect: collected });
  const sender = mock.addOrganization({ name: 'Sender', autoCollect: false });
  const page = presets.checkedBox({
    pageUrl: 'https://quotes.example.com/solar',
    image: IMAGE,
    fields: [{ name: 'phone', type: 'tel', value: PHONE }],
  });
  const own = [0, 1, 2].map(() => mock.capture(caller, page));
  const shared = mock.capture(sender, {
    ...page,
    autoShare: true,
    ...(pendingReceives !== undefined && { render: { afterReceives: pendingReceives } }),
  });
  const { cdrId } = own[1] as { cdrId: string };
  const shareUrl = shared.shareUrl as string;
  const waits: number[] = [];
  const client = new ConsentEvidence({
    apiKey: caller.apiKey,
    baseUrl: server.url,
    clock: writtenDown(mock.clock, waits),
    ...way,
    ...clientOptions,
  });
  const tokensBefore = engine.world.tokens.size;
  const chargesBefore = mock.charges().length;
  return {
    mock,
    server,
    client,
    cdrId,
    shareUrl,
    waits,
    get secrets() {
      const tokens = engine.world.tokens.values().map(({ token }) => token);
      const [, secret = ''] = caller.apiKey.split('.');
      return [caller.apiKey, secret, PHONE, PHONE.replaceAll('-', ''), 'signature=', ...tokens];
    },
    effects: () => ({
      charges: mock.charges().length - chargesBefore,
      tokens: engine.world.tokens.size - tokensBefore,
      shareEvents: mock.shareEvents().length,
    }),
  };
}
