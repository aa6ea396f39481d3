import type { Engine } from '../engine/engine.ts';
import type { MockService } from '../fake/mock-service.ts';
import { answerControl } from './answer-control.ts';
import type { ControlContext } from './control-endpoint.ts';
import type { ControlReply, ControlRequest } from './control-request.ts';
import { EventFeed } from './event-feed.ts';
import type { GuardOptions } from './guard.ts';
import { SnapshotShelf } from './snapshot-shelf.ts';
import { UndoShelf } from './undo-shelf.ts';

/** The control API of one served fake, with what it keeps between requests. */
export class ControlDesk {
  readonly #context: ControlContext;
  readonly #guard: GuardOptions;

  constructor(mock: MockService, engine: Engine, options: GuardOptions & { reset: () => void }) {
    const { reset, ...guard } = options;
    const feed = new EventFeed(() => engine);
    const shelves = { snapshots: new SnapshotShelf(), undos: new UndoShelf() };
    this.#context = { mock, engine, reset, feed, ...shelves };
    this.#guard = guard;
  }

  answer(request: ControlRequest): Promise<ControlReply> {
    return answerControl(this.#context, request, this.#guard);
  }
}
