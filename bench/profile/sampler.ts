import { Session } from 'node:inspector/promises';
import { partOf } from './parts.ts';

const INTERVAL_US = 100;

/** Time by part, in microseconds, without waiting. */
export type Parts = Readonly<Record<string, number>>;

/** Samples the work of this process between `start` and `stop`. */
export class Sampler {
  readonly #session = new Session();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
    await this.#session.post('Profiler.start');
  }

  async stop(): Promise<Parts> {
    const { profile } = await this.#session.post('Profiler.stop');
    this.#session.disconnect();
    const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
    const parents = new Map(
      profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
    );
    /** A frame without a file, such as a call of `JSON.parse`, belongs to the part of its caller. */
    const partOfNode = (id: number | undefined): string => {
      const node = id === undefined ? undefined : nodes.get(id);
      if (node === undefined) return 'elsewhere';
      return partOf(node.callFrame) ?? partOfNode(parents.get(node.id));
    };
    const parts: Record<string, number> = {};
    for (const [index, id] of (profile.samples ?? []).entries()) {
      const part = partOfNode(id);
      if (part === 'idle') continue;
      parts[part] = (parts[part] ?? 0) + (profile.timeDeltas?.[index] ?? 0);
    }
    return parts;
  }
}
