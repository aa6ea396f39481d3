import type * as z from 'zod';
import type { Engine } from '../engine/engine.ts';
import type { MockService } from '../fake/mock-service.ts';
import type { ServiceUrls } from '../ground/urls.ts';
import type { EventFeed } from './event-feed.ts';
import type { SnapshotShelf } from './snapshot-shelf.ts';
import type { UndoShelf } from './undo-shelf.ts';
import type { Worlds } from './worlds.ts';

/** What the control API acts on: one served fake. */
export interface ControlContext {
  readonly mock: MockService;
  readonly engine: Engine;
  readonly snapshots: SnapshotShelf;
  readonly undos: UndoShelf;
  readonly feed: EventFeed;
  /** The worlds beside the server's own; the same in each of them. */
  readonly worlds: Worlds;
  /** Resets the world to its start. */
  readonly reset: () => void;
}

/** One request with its parts checked. */
export interface ControlCall<Query = unknown, Body = unknown> extends ControlContext {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The addresses under which the caller reaches the service. */
  readonly urls: ServiceUrls;
}

/** A reply that is written in pieces: a picture, or a feed that continues. */
export interface ControlStream {
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** @param left aborted when the reader disconnects. */
  readonly pieces: (left: AbortSignal) => AsyncIterable<string | Uint8Array>;
}

/**
 * One endpoint of the control API. The router, the checks and the OpenAPI document all use this
 * row. Paths are below `/_mock/api`.
 */
export interface ControlEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly query: z.ZodObject | null;
  /** An empty body counts as `{}`. */
  readonly body: z.core.$ZodType | null;
  /** The longest body; default: 4 MiB. */
  readonly maxBodyBytes?: number;
  /** The JSON of a successful reply, or `null` if the reply is a stream. */
  readonly reply: z.ZodType | null;
  /** The media type of a stream. */
  readonly streams?: string;
  /** Reveals and changes nothing, so it needs no control token. */
  readonly open?: true;
  act(call: ControlCall): unknown;
}

type SchemaOutput<S> = S extends z.core.$ZodType ? z.output<S> : undefined;

/** The JSON reply of a row. */
export type ReplyOf<Row> = Row extends { readonly reply: infer Reply extends z.ZodType }
  ? z.output<Reply>
  : never;

/** Creates a row whose handler has the types of its query, body and reply. */
export function control<
  Query extends z.ZodObject | null,
  Body extends z.core.$ZodType | null,
  Reply extends z.ZodType | null,
>(
  row: Omit<ControlEndpoint, 'query' | 'body' | 'reply' | 'act'> & {
    readonly query: Query;
    readonly body: Body;
    readonly reply: Reply;
    act(
      call: ControlCall<SchemaOutput<Query>, SchemaOutput<Body>>,
    ): Reply extends z.ZodType
      ? z.input<Reply> | Promise<z.input<Reply>>
      : ControlStream | Promise<ControlStream>;
  },
): ControlEndpoint & { readonly reply: Reply } {
  return row;
}
