import { setImmediate } from 'node:timers/promises';
import { ConnectionError } from '../../../src/errors/call-errors.ts';
import {
  createLeadIntake,
  type IntakeClient,
  type LeadIntakeOptions,
  type MemoryLedgerOptions,
  memoryLedger,
  type OrphansOptions,
  type ResumeOptions,
  type TakeOptions,
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

function intakeOptions(): Required<LeadIntakeOptions<undefined>> {
  return {
    client: new Buyer() as unknown as IntakeClient,
    ledger: memoryLedger(),
    criteria: { schemaVersion: 1, record: { maxAgeSeconds: 10 } },
    ...{ account: 'acme', shadow: undefined, answerWithinMs: undefined },
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

/** The functions of `consent-evidence/intake`. */
export const INTAKE_CASES: readonly OptionCase[] = [
  caseOf<LeadIntakeOptions<undefined>>(
    'LeadIntakeOptions',
    'createLeadIntake',
    intakeOptions,
    decided,
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
