import { environmentVariable } from '../../src/platform/environment.ts';
import type { DeliveryAttempt, JournaledRequest } from '../world/entities.ts';

/** How often something was met, and how often a fault only pretended it. */
export interface Meeting {
  met: number;
  injected: number;
}

/** The folder in which the fakes of one run, in any process, note what they have met. */
export const COVERAGE_VARIABLE = 'CONSENT_EVIDENCE_COVERAGE_FOLDER';

/** How many calls are remembered, to recognise the next attempt. */
const CALLS_MAX = 1000;

interface FileSystem {
  appendFileSync(file: string, text: string): void;
}

/** Adds a line to this process's file, at once: a test runner may kill its workers. */
function noteIn(folder: string, line: string): void {
  try {
    const files = process.getBuiltinModule('node:fs') as FileSystem;
    files.appendFileSync(`${folder}/${process.pid}.txt`, `${line}\n`);
  } catch {
    // A folder that has been removed since: its run is over.
  }
}

/** What kind of loss a fault was; `undefined` if its answer says what happened. */
function lossOf({ status, decision }: JournaledRequest): string | undefined {
  if (decision?.section !== 'fault') return undefined;
  const phase = decision.check.includes(' after ') ? 'after' : 'before';
  if (status === 0) return `dropped.${phase}`;
  if (status === 429) return 'throttled';
  return status >= 500 ? `failed.${phase}` : undefined;
}

/**
 * Counts what the requests to a fake and its deliveries have met, by the ids of `coverage`'s items. It
 * is not part of the world: a reset forgets nothing that a test has seen.
 */
export class Met {
  readonly #counts = new Map<string, Meeting>();
  /** What the last answer to each call was, by operation and path. */
  readonly #calls = new Map<string, string>();
  readonly #folder = environmentVariable(COVERAGE_VARIABLE);

  note(id: string, how: keyof Meeting = 'met'): void {
    let meeting = this.#counts.get(id);
    if (meeting === undefined) this.#counts.set(id, (meeting = { met: 0, injected: 0 }));
    meeting[how] += 1;
    if (this.#folder === undefined || meeting[how] > 1) return;
    noteIn(this.#folder, how === 'met' ? id : `${id} injected`);
  }

  countOf(id: string): Meeting {
    return this.#counts.get(id) ?? { met: 0, injected: 0 };
  }

  /** Notes a request, and whether it repeats one that was pending or lost. */
  request(request: JournaledRequest): void {
    const { operation, code, status, decision, path } = request;
    if (operation === null) return;
    const isInjected = decision?.section === 'fault';
    if (status > 0) this.note(`${operation} ${code ?? 'ok'}`, isInjected ? 'injected' : 'met');
    if (decision !== null && !isInjected) this.note(`check ${decision.check}`);
    // Without the organization: a fault may strike before it is known.
    const call = `${operation} ${path}`;
    const before = this.#calls.get(call);
    if (before !== undefined && !isInjected && code !== before) {
      if (before !== 'CDR_PENDING') this.note(`retry ${before}`);
      else if (code === null) this.note('retry pending');
    }
    this.#calls.delete(call);
    const left = lossOf(request) ?? (code === 'CDR_PENDING' ? code : undefined);
    if (left !== undefined) this.#calls.set(call, left);
    const [oldest] = this.#calls.size > CALLS_MAX ? this.#calls.keys() : [];
    if (oldest !== undefined) this.#calls.delete(oldest);
  }

  /** Notes an attempt to deliver an event, the `tries`-th of its round. */
  attempt({ status }: DeliveryAttempt, tries: number, isLast: boolean): void {
    if (status === undefined) this.note('delivery unanswered');
    else if (status < 200 || status > 299) this.note('delivery refused');
    else this.note(tries === 1 ? 'delivery acknowledged' : 'delivery acknowledgedLater');
    if (isLast && !(status !== undefined && status >= 200 && status <= 299)) {
      this.note('delivery givenUp');
    }
  }
}
