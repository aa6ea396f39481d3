import { setImmediate } from 'node:timers/promises';
import { ConnectionError } from '../../../src/errors/call-errors.ts';
import {
  createLeadIntake,
  type DecisionsOptions,
  type HeldOptions,
  type IntakeClient,
  type LeadIntakeOptions,
  type MemoryLedgerOptions,
  memoryLedger,
  type OrphansOptions,
  type PruneOptions,
  type ReportOptions,
  type ResumeOptions,
  type TakeAllOptions,
  type TakeOptions,
  type WorkOptions,
} from '../../../src/intake/index.ts';
import { manualClock } from '../../client/support/client-of.ts';
import { caseOf, type OptionCase } from './option-case.ts';
import { notedBy, noting } from './webhook-cases.ts';

const { signal: SIGNAL } = new AbortController();
const PHONE = '(212) 555-0147';

type Given = Readonly<Record<string, unknown>>;

/** A receive that may have taken effect. */
const lost = () =>
  new ConnectionError('lost', {
    ...({ operation: 'shares.receive', outcome: 'unknown', callId: 'c' } as const),
    ...{ attempts: 1, elapsedMs: 1 },
  });

/** A buyer's client on which each receive is lost. It notes what was asked, and how much at once. */
class Buyer {
  readonly asked: unknown[] = [];
  atOnce = 0;
  #running = 0;

  #note(what: unknown, { deadlineMs, acceptance, signal }: Given): void {
    this.asked.push([what, deadlineMs, acceptance, signal === SIGNAL]);
  }

  readonly domains = { list: (options: Given) => (this.#note('', options), ['b.example']) };
  readonly shares = {
    tokenOf: (text: string) => text,
    receive: async (token: string, options: Given): Promise<never> => {
      this.#note(token, options);
      this.#running += 1;
      this.atOnce = Math.max(this.atOnce, this.#running);
      await setImmediate(); // a worker begins when the one before it has leased its lead
      this.#running -= 1;
      throw lost();
    },
  };
  readonly cdrs = {
    get: (cdrId: string) => Promise.resolve({ cdrId, guest: true }),
    list: (domainId: string, options: Given) => ({
      pages: () => {
        this.#note(domainId, options);
        return [{ cdrs: [9, 1].map((createdAt) => ({ cdrId: `c${createdAt}`, createdAt })) }];
      },
    }),
  };
}

function ledgerOf(account: string) {
  const ledger = memoryLedger();
  void ledger.open(account);
  return ledger;
}

function intakeOptions(): Required<LeadIntakeOptions<undefined>> {
  return {
    client: new Buyer() as unknown as IntakeClient,
    ledger: ledgerOf('acme'),
    criteria: { schemaVersion: 1, record: { maxAgeSeconds: 10 } },
    ...{ account: 'acme', shadow: { schemaVersion: 1 }, answerWithinMs: undefined },
    ...{ deadlineMs: 1_234, resumeDeadlineMs: 2_345, holdForMs: 900_000 },
    onDecision: ({ leadId }) => Promise.reject(new Error(leadId)),
    onError: noting(undefined),
    clock: Object.assign(Object.create(null) as object, manualClock()),
  };
}

/** Takes a lead that is held until its time is over, and one that is refused. */
async function decided(options: LeadIntakeOptions<undefined>) {
  const clock = options.clock as ReturnType<typeof manualClock> | undefined;
  const intake = createLeadIntake(options);
  const decisions: unknown[] = [
    await intake.take({ leadId: 'L-1', shareUrl: 'tok_1', phone: PHONE }),
    await intake.take({ leadId: 'L-2', shareUrl: 'tok_2', phone: 'none' }),
  ];
  await clock?.sleep(1_000_000);
  decisions.push(...(await intake.resume()));
  const { asked } = options.client as unknown as Buyer;
  return [decisions, asked, notedBy(options.onError)];
}

/** An intake that holds three leads, and its client. */
async function holding() {
  const options = intakeOptions();
  const intake = createLeadIntake(options);
  const buyer = options.client as unknown as Buyer;
  for (const token of ['tok_1', 'tok_2', 'tok_3']) {
    await intake.take({ leadId: token, shareUrl: token, phone: PHONE });
  }
  await options.clock?.sleep(3_600_000);
  buyer.asked.length = 0;
  return { intake, buyer };
}

/** Instants of the clock: after the first leads of `mixed`, and after the second. */
const AFTER_ONE = Date.UTC(2026, 0, 5, 12, 30);
const AFTER_TWO = Date.UTC(2026, 0, 5, 13, 30);

/** An intake with decided and undecided leads of two sources, each at three instants. */
async function mixed() {
  const options = intakeOptions();
  const intake = createLeadIntake({ ...options, onDecision: undefined });
  for (const hour of [0, 1, 2]) {
    for (const source of ['sunroof', 'brightpath']) {
      const shareUrl = `tok_${source}_${hour}`;
      await intake.take({ source, leadId: `H-${hour}`, shareUrl, phone: PHONE });
      await intake.take({ source, leadId: `R-${hour}`, shareUrl: `x${shareUrl}`, phone: 'none' });
    }
    await options.clock?.sleep(3_600_000);
  }
  return intake;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** The functions of `consent-evidence/intake`. */
export const INTAKE_CASES: readonly OptionCase[] = [
  caseOf<LeadIntakeOptions<undefined>>(
    'LeadIntakeOptions',
    'createLeadIntake',
    intakeOptions,
    decided,
    // test/intake/shadow.test.ts, test/intake/answer-in-time.test.ts
    ['shadow', 'answerWithinMs'],
  ),
  caseOf<TakeOptions>(
    'TakeOptions',
    'intake.take',
    () => ({ signal: AbortSignal.abort() }),
    async (options) => {
      const { intake, buyer } = await holding();
      await intake.take({ leadId: 'L-4', shareUrl: 'tok_4', phone: PHONE }, options);
      return buyer.asked;
    },
  ),
  caseOf<ResumeOptions>(
    'ResumeOptions',
    'intake.resume',
    () => ({ limit: 2, concurrency: 1, signal: SIGNAL }),
    async (options) => {
      const { intake, buyer } = await holding();
      buyer.atOnce = 0;
      return [await intake.resume(options), buyer.asked, buyer.atOnce];
    },
    ['signal'], // ends a wait: see test/intake/signal.test.ts
  ),
  caseOf<WorkOptions>(
    'WorkOptions',
    'intake.work',
    () => {
      const stop = new AbortController();
      return { signal: stop.signal, concurrency: 1, onAnswer: () => stop.abort() };
    },
    async (options) => {
      const { intake, buyer } = await holding();
      buyer.atOnce = 0;
      await intake.work(options);
      return buyer.atOnce;
    },
    ['onAnswer'], // it ends the work here
  ),
  caseOf<OrphansOptions>(
    'OrphansOptions',
    'intake.orphans',
    () => ({ since: 5, domains: ['a.example'], signal: SIGNAL }),
    async (options) => {
      const { intake, buyer } = await holding();
      const found: unknown[] = [];
      for await (const entry of intake.orphans(options)) found.push(entry);
      return [found, buyer.asked];
    },
  ),
  caseOf<HeldOptions>(
    'HeldOptions',
    'intake.held',
    () => ({ source: 'sunroof', code: 'CONNECTION_FAILED', heldBefore: AFTER_TWO, signal: SIGNAL }),
    async (options) => all((await mixed()).held(options)),
    ['signal', 'code'],
  ),
  caseOf<DecisionsOptions>(
    'DecisionsOptions',
    'intake.decisions',
    () => ({ source: 'sunroof', from: AFTER_ONE, to: AFTER_TWO, signal: SIGNAL }),
    async (options) => all((await mixed()).decisions(options)),
    ['signal'],
  ),
  caseOf<ReportOptions>(
    'ReportOptions',
    'intake.report',
    () => ({ by: 'source', from: AFTER_ONE, to: AFTER_TWO, signal: SIGNAL }),
    async (options) => (await mixed()).report(options),
    ['signal'],
  ),
  caseOf<PruneOptions>(
    'PruneOptions',
    'intake.prune',
    () => ({ decidedBefore: AFTER_TWO, signal: SIGNAL }),
    async (options) => (await mixed()).prune(options),
    ['signal'],
  ),
  caseOf<TakeAllOptions>(
    'TakeAllOptions',
    'intake.takeAll',
    () => ({ concurrency: 1, until: 'decided', waitMs: 5_000, signal: SIGNAL }),
    async (options) => {
      const { intake, buyer } = await holding();
      buyer.atOnce = 0;
      const leads = ['tok_7', 'tok_8'].map((id) => ({ leadId: id, shareUrl: id, phone: PHONE }));
      return [await all(intake.takeAll(leads, options)), buyer.atOnce];
    },
    ['signal', 'waitMs'], // test/intake/take-all.test.ts
  ),
  caseOf<MemoryLedgerOptions>(
    'MemoryLedgerOptions',
    'memoryLedger',
    () => ({ maxLeads: 1 }),
    async (options) => {
      const intake = createLeadIntake({ ...intakeOptions(), ledger: memoryLedger(options) });
      const take = (leadId: string) => intake.take({ leadId, shareUrl: leadId, phone: PHONE });
      await take('L-1');
      return take('L-2');
    },
  ),
];
