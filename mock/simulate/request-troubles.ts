import type { RequestTrouble } from './plan.ts';

type Trouble = RequestTrouble | null;

/** What goes wrong in the requests of one process, by the calls that were to meet it. */
export class RequestTroubles {
  #calls: Trouble[][] = [];

  /** Returns the troubles of a call that begins, to be taken by its requests. */
  begin(requests: readonly Trouble[]): Trouble[] {
    const own = [...requests];
    if (own.length > 0) this.#calls.push(own);
    return own;
  }

  /**
   * Takes the oldest trouble that no request of its own call has met. It is for work beside the
   * calls, such as a worker that `start` began: a call that only hands it a job sends nothing.
   */
  takeLeft(): Trouble {
    while (this.#calls[0]?.length === 0) this.#calls.shift();
    return this.#calls[0]?.shift() ?? null;
  }

  /** Forgets what no request has met. */
  forget(): void {
    this.#calls = [];
  }
}
