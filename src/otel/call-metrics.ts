import type { TraceEvent } from '../transport/trace-event.ts';
import { USER_AGENT } from '../transport/user-agent.ts';
import { countedBy } from './attributes.ts';
import type { OtelMetricsApi } from './otel-api.ts';

/** In seconds: OpenTelemetry's advice for requests, extended to the minute a pending record takes. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

function instrumentsOf(api: OtelMetricsApi) {
  const [name = '', version = ''] = USER_AGENT.split('/');
  const meter = api.getMeter(name, version);
  const advice = { explicitBucketBoundaries: BOUNDARIES };
  return {
    calls: meter.createCounter('consent_evidence.calls', {
      description: 'Calls that have ended.',
      unit: '{call}',
    }),
    durations: meter.createHistogram('consent_evidence.call.duration', {
      description: 'How long a call took, including attempts and waits.',
      unit: 's',
      advice,
    }),
    unknownOutcomes: meter.createCounter('consent_evidence.unknown_outcomes', {
      description: 'Calls that may or may not have taken effect.',
      unit: '{call}',
    }),
    pendingWaits: meter.createHistogram('consent_evidence.pending_wait.duration', {
      description: 'Waits for a record that is not rendered yet.',
      unit: 's',
      advice,
    }),
  };
}

/** Counts calls, unknown outcomes and waits for pending records. */
export class CallMetrics {
  readonly #api: OtelMetricsApi;
  /** Created at the first step of a call: before an SDK is registered, they would count nothing. */
  #instruments: ReturnType<typeof instrumentsOf> | undefined;

  constructor(api: OtelMetricsApi) {
    this.#api = api;
  }

  /** Records one step of a call. */
  take(event: TraceEvent): void {
    const instruments = (this.#instruments ??= instrumentsOf(this.#api));
    const { 'consent_evidence.operation': operation = '' } = countedBy(event);
    const byOperation = { 'consent_evidence.operation': operation };
    // Creates the series at 0, so that an alert on its increase sees the first unknown outcome.
    if (event.type === 'start') instruments.unknownOutcomes.add(0, byOperation);
    if (event.type === 'wait') {
      instruments.pendingWaits.record((event.delayMs ?? 0) / 1000, byOperation);
    }
    if (event.type !== 'done') return;
    const by = countedBy(event);
    instruments.calls.add(1, by);
    instruments.durations.record((event.durationMs ?? 0) / 1000, by);
    if (event.outcome === 'unknown') instruments.unknownOutcomes.add(1, byOperation);
  }
}
