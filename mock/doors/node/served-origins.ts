import type { Engine } from '../../engine/engine.ts';
import type { ServiceUrls } from '../../ground/urls.ts';

interface Served {
  /** What holds while nothing is served. */
  readonly urls: ServiceUrls;
  readonly timestamps: Engine['courier']['timestamps'];
  /** Of each server that is open, the newest last. */
  readonly open: Set<ServiceUrls>;
}

const servedBy = new WeakMap<Engine, Served>();

/**
 * Lets the addresses that the fake gives out begin with a served origin, and deliveries be stamped
 * with real time, until the function that comes back is called. Of several servers the newest counts.
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
