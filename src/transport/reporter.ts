import type { Operation } from '../contract/endpoints.ts';
import type { Outcome } from '../errors/consent-evidence-error.ts';
import type { Clock } from '../platform/clock.ts';
import { ignoringErrors } from '../platform/ignoring-errors.ts';
import type { Outgoing } from './outgoing.ts';
import type { Progress } from './progress.ts';
import type { Trace, TraceEvent } from './trace-event.ts';

/** What is reported about an answer or an error. */
interface Facets {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly requestId?: unknown;
  readonly outcome?: unknown;
  readonly name?: unknown;
}

type Mask = (text: string) => string;

/**
 * Returns the facets that an answer or an error has, with the service's texts masked. An
 * allow-list, so that nothing else ever reaches a log.
 */
function facetsOf({ status, code, requestId }: Facets, mask: Mask): Partial<TraceEvent> {
  return {
    ...(typeof status === 'number' && { status }),
    ...(typeof code === 'string' && { code: mask(code) }),
    ...(typeof requestId === 'string' && { requestId: mask(requestId) }),
  };
}

function isOutcome(value: unknown): value is Outcome {
  return ['not_sent', 'refused', 'unknown', 'done'].includes(value as Outcome);
}

/** Reports the steps of one call to the client's trace. */
export class Reporter {
  readonly #trace: (event: TraceEvent) => unknown;
  readonly #clock: Clock;
  readonly #operation: Operation;
  readonly #progress: Progress;
  readonly #mask: Mask;
  readonly #label: string | undefined;

  constructor(
    { trace, clock }: { readonly trace: Trace; readonly clock: Clock },
    operation: Operation,
    progress: Progress,
    mask: Mask,
    label: string | undefined,
  ) {
    this.#label = label;
    this.#trace = trace;
    this.#clock = clock;
    this.#operation = operation;
    this.#progress = progress;
    this.#mask = mask;
  }

  /** Reports one step, with what an answer or an error adds to it. */
  tell(
    event: Omit<TraceEvent, 'callId' | 'operation' | 'attempt' | 'at'>,
    facets: Facets = {},
  ): void {
    // A trace must not break the call, nor an async one end the process.
    void ignoringErrors(() =>
      this.#trace({
        ...event,
        ...facetsOf(facets, this.#mask),
        ...(this.#label !== undefined && { label: this.#mask(this.#label) }),
        callId: this.#progress.callId,
        operation: this.#operation,
        attempt: this.#progress.attempts,
        at: this.#clock.now(),
      }),
    );
  }

  /** Reports the start of the call. */
  started({ method, urlTemplate }: Pick<Outgoing<unknown>, 'method' | 'urlTemplate'>, url: string) {
    const server = new URL(url).host;
    const isPlain = method === 'GET' || method === 'POST';
    const how = { ...(isPlain && { method }), ...(urlTemplate && { urlTemplate }) };
    this.tell({ type: 'start', server, ...how });
  }

  /** Reports that the call succeeded. */
  succeeded(result: Facets): void {
    this.tell({ type: 'done', durationMs: this.#progress.elapsedMs, outcome: 'ok' }, result);
  }

  /** Reports the error that the call ends with. */
  failed(error: unknown): void {
    const facets = Object(error) as Facets;
    const outcome = isOutcome(facets.outcome) ? facets.outcome : 'unknown';
    const how = { outcome, errorName: String(facets.name) };
    this.tell({ type: 'done', durationMs: this.#progress.elapsedMs, ...how }, facets);
  }
}
