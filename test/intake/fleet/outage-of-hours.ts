import { createMockService, presets } from '../../../mock/index.ts';
import { ConsentEvidence } from '../../../src/index.ts';
import { createLeadIntake, type LeadDecision, memoryLedger } from '../../../src/intake/index.ts';
import { EventClock } from './event-clock.ts';

/** An outage, at any scale. */
export interface FleetOptions {
  /** How many machines take leads and work, each a process of its own with one ledger for all. */
  readonly machines: number;
  readonly leadsPerSecond: number;
  /** What the service answers in a second; more gets 429. */
  readonly requestsPerSecond: number;
  readonly outageMs: number;
  /** How long leads go on coming after it. */
  readonly afterMs: number;
}

export interface FleetResult {
  /** Leads that came while the service was away, and what was asked of it meanwhile. */
  readonly leadsInOutage: number;
  readonly requestsInOutage: number;
  readonly requestsALead: number;
  /** From the end of the outage until no lead was held; `undefined` if some always were. */
  readonly backlogGoneAfterMinutes: number | undefined;
  readonly requestsAfter: number;
  readonly tooManyAfter: number;
  /** Leads that were held as `SERVICE_DOWN` later than each machine had to know that it is back. */
  readonly downAgain: number;
  readonly leads: number;
  readonly accepted: number;
  readonly charges: number;
}

const LATENCY_MS = 120;
const SECOND_MS = 1_000;
const LOOK_MS = 15_000;
/** A machine that was told of trouble may take so long to look again. */
const RECOVERED_MS = 120_000;

/** How many requests of a second are answered, with a burst of one second. */
class Bucket {
  #left: number;
  #at = 0;
  readonly #rate: number;

  constructor(rate: number) {
    this.#rate = rate;
    this.#left = rate;
  }

  take(now: number): boolean {
    const grown = ((now - this.#at) / SECOND_MS) * this.#rate;
    this.#left = Math.min(Math.max(1, this.#rate), this.#left + grown);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}

const failure = (status: number): Response =>
  Response.json(
    {
      ok: false,
      error: { code: status === 429 ? 'RESOURCE_EXHAUSTED' : 'UNAVAILABLE', message: '' },
    },
    { status },
  );

/** A service that is away for a while and has a limit, on simulated time. */
function serviceOf(options: FleetOptions) {
  const mock = createMockService({
    now: '2026-01-05T06:00:00Z',
    idSeed: 'fleet',
    requestsKept: 100,
  });
  const clock = new EventClock(mock);
  const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
  const buyer = mock.addOrganization({ name: 'Acme Solar' });
  const bucket = new Bucket(options.requestsPerSecond);
  const state = { isAway: false, requests: 0, tooMany: 0 };
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    state.requests += 1;
    await clock.sleep(LATENCY_MS);
    if (state.isAway) return failure(503);
    if (!bucket.take(clock.now())) {
      state.tooMany += 1;
      return failure(429);
    }
    return mock.fetch(url, init);
  };
  const clientOf = () => new ConsentEvidence({ ...mock.clientOptions(buyer), fetch, clock });
  return { mock, clock, producer, buyer, clientOf, state };
}

/** Plays it on machines that run `take` for what comes and `work` for what is due. */
export async function outageOfHours(options: FleetOptions): Promise<FleetResult> {
  const service = serviceOf(options);
  const { mock, clock, producer, buyer, state } = service;
  const seller = new ConsentEvidence({ ...mock.clientOptions(producer), clock });
  const ledger = memoryLedger();
  const criteria = { schemaVersion: 1, disclosure: { requireCheckboxPresent: true } } as const;
  const stop = new AbortController();
  const held = new Set<string>();
  const accepted = new Set<string>();
  let leads = 0;
  let downAgain = 0;
  let recoveredAt = Infinity;
  const machines = Array.from({ length: options.machines }, () =>
    createLeadIntake({
      ...{ client: service.clientOf(), ledger, criteria, clock },
      onDecision: ({ decision, leadId }) => {
        held.delete(leadId);
        if (decision === 'accept') accepted.add(leadId);
      },
    }),
  );
  const working = machines.map((intake) => intake.work({ signal: stop.signal }));

  async function takeOne(number: number): Promise<void> {
    const leadId = `L-${number}`;
    const { cdrId } = mock.capture(producer, presets.checkedBox());
    const { shareUrl } = await seller.cdrs.share(cdrId);
    held.add(leadId);
    const intake = machines[number % machines.length];
    const decision = (await intake?.take({
      leadId,
      shareUrl,
      phone: '(212) 555-0147',
    })) as LeadDecision;
    const isDown = decision.decision === 'hold' && decision.code === 'SERVICE_DOWN';
    if (isDown && clock.now() > recoveredAt + RECOVERED_MS) downAgain += 1;
  }

  /** Lets leads come until then, evenly. */
  async function leadsUntil(end: number): Promise<void> {
    const apartMs = SECOND_MS / options.leadsPerSecond;
    while (clock.now() < end) {
      leads += 1;
      void takeOne(leads);
      await clock.runUntil(Math.min(end, clock.now() + apartMs));
    }
  }

  await leadsUntil(clock.now() + 60_000);
  const [leadsBefore, requestsBefore] = [leads, state.requests];
  state.isAway = true;
  await leadsUntil(clock.now() + options.outageMs);
  state.isAway = false;
  const leadsInOutage = leads - leadsBefore;
  const requestsInOutage = state.requests - requestsBefore;
  recoveredAt = clock.now();
  const end = recoveredAt + options.afterMs;
  let goneAt: number | undefined;
  const before = { requests: state.requests, tooMany: state.tooMany };
  while (clock.now() < end && goneAt === undefined) {
    await leadsUntil(clock.now() + LOOK_MS);
    // Those of the last seconds are still in work.
    const inWork = Math.ceil(options.leadsPerSecond * 10);
    if (held.size <= inWork) goneAt = clock.now();
  }
  // A lead that failed waits up to 15 minutes, plus a quarter.
  for (let n = 0; n < 8 && held.size > 0; n += 1) await clock.runUntil(clock.now() + 10 * 60_000);
  stop.abort();
  await clock.runUntil(clock.now() + 60_000);
  await Promise.all(working);
  return {
    leadsInOutage,
    requestsInOutage,
    requestsALead: requestsInOutage / leadsInOutage,
    backlogGoneAfterMinutes: goneAt === undefined ? undefined : (goneAt - recoveredAt) / 60_000,
    requestsAfter: state.requests - before.requests,
    tooManyAfter: state.tooMany - before.tooMany,
    downAgain,
    leads,
    accepted: accepted.size,
    charges: mock.charges({ organization: buyer }).length,
  };
}
