import type { Engine } from '../engine/engine.ts';
import type { AnotherWorld } from '../fake/another-world.ts';
import { answerControl } from './answer-control.ts';
import type { ControlContext } from './control-endpoint.ts';
import type { ControlReply, ControlRequest } from './control-request.ts';
import { EventFeed } from './event-feed.ts';
import type { GuardOptions } from './guard.ts';
import { SnapshotShelf } from './snapshot-shelf.ts';
import { UndoShelf } from './undo-shelf.ts';
import type { Worlds } from './worlds.ts';

/** The control API of one served fake, with what it keeps between requests. */
export class ControlDesk {
  readonly #context: ControlContext;
  readonly #guard: GuardOptions;

  constructor({ mock, reset }: AnotherWorld, engine: Engine, worlds: Worlds, guard: GuardOptions) {
    const feed = new EventFeed(() => engine);
    const shelves = { snapshots: new SnapshotShelf(), undos: new UndoShelf() };
    this.#context = { mock, engine, reset, feed, worlds, ...shelves };
    this.#guard = guard;
  }

  answer(request: ControlRequest): Promise<ControlReply> {
    return answerControl(this.#context, request, this.#guard);
  }
}
