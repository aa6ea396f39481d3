import type { Engine } from '../../engine/engine.ts';
import type { ServiceUrls } from '../../ground/urls.ts';

interface Served {
  /** The addresses while nothing is served. */
  readonly urls: ServiceUrls;
  readonly timestamps: Engine['courier']['timestamps'];
  /** The addresses of each open server, the newest last. */
  readonly open: Set<ServiceUrls>;
}

const servedBy = new WeakMap<Engine, Served>();

/**
 * Makes the fake's addresses begin with a served origin and stamps deliveries with real time, until
 * the returned function is called. With several servers, the newest one applies.
 */
export function announceOrigin(engine: Engine, urls: ServiceUrls): () => void {
  const { courier } = engine;
  const { timestamps } = courier;
  const served = servedBy.get(engine) ?? { urls: engine.urls, timestamps, open: new Set() };
  servedBy.set(engine, served);
  served.open.add(urls);
  engine.urls = urls;
  courier.timestamps ??= 'wall';
  return () => {
    if (!served.open.delete(urls)) return;
    engine.urls = [...served.open].at(-1) ?? served.urls;
    if (served.open.size > 0) return;
    courier.timestamps = served.timestamps;
    servedBy.delete(engine);
  };
}
