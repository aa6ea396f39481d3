import type { Invariant, StartProgram } from '../../../mock/simulate.ts';
import { buysOnPostgres, writesOnce } from './example-databases.ts';
import {
  archivesEvidence,
  evidenceIsThere,
  RECIPES,
  repeatsMessages,
  writesAJournal,
} from './example-receivers.ts';
import { buysByTheIntake, buysWithCriteria, routesLeads } from './examples.ts';

/** A program to simulate. */
export interface Subject {
  readonly start: StartProgram;
  readonly worlds: number;
  /** Default: 1. */
  readonly machines?: number;
  /** The invariants that it breaks, as its source says. Default: none. */
  readonly breaks?: readonly string[];
  readonly invariants?: Readonly<Record<string, Invariant>>;
}

/** An example as a subject, with as many worlds as in `npm test`. */
export interface ExampleSubject extends Subject {
  /** Its files, relative to `examples`. */
  readonly files: readonly string[];
}

/** These examples lack durable records of their own, which is what `lead-intake.ts` is for. */
const WITHOUT_RECORDS = [
  'everyLeadDecided',
  'finalStaysFinal',
  'nothingPaidAndLost',
  'oneChargePerRecord',
];

export const EXAMPLE_SUBJECTS: readonly ExampleSubject[] = [
  { files: ['lead-intake.ts', 'criteria.ts'], start: buysByTheIntake, worlds: 12 },
  {
    files: ['receive-with-criteria.ts', 'criteria.ts'],
    ...{ start: buysWithCriteria, worlds: 40, breaks: WITHOUT_RECORDS },
  },
  {
    files: ['testing/route-lead.ts'],
    ...{ start: routesLeads, worlds: 40, breaks: WITHOUT_RECORDS },
  },
  { files: ['lead-intake-postgres.ts', 'criteria.ts'], start: buysOnPostgres, worlds: 5 },
  { files: ['webhooks/once-postgres.ts'], start: writesOnce, worlds: 10 },
  { files: ['webhook-receiver.ts'], start: writesAJournal, worlds: 30 },
  ...Object.entries(RECIPES).map(([name, start]) => ({
    files: [`webhooks/${name}.ts`, 'webhooks/receiver.ts'],
    ...{ start, worlds: 20 },
  })),
  {
    files: ['queues/evidence-job.ts'],
    ...{ start: archivesEvidence, worlds: 12, invariants: { evidenceIsThere } },
  },
  {
    files: ['queues/at-least-once.ts', 'queues/evidence-job.ts'],
    ...{ start: repeatsMessages, worlds: 12, invariants: { evidenceIsThere } },
  },
];

const OWN_SERVER =
  'The store or the queue is a server of its own, which no world can stop or crash.';
const OWN_RANDOMNESS =
  'It runs on PGlite, but its library has random numbers of its own: two runs of a world differ.';
const OWN_SOCKET = 'The requests come from a socket of the host; what answers them is a subject.';
const NO_DOOR = 'It reads or sells, and pays for nothing: no world has a door for it.';
const NO_PROGRAM =
  'It is no buyer and no receiver: it shows, starts or tests one, asks the service, or is data.';

/** Why the other files are not subjects. */
export const NO_SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  [OWN_SERVER]: [
    ...['queues/bullmq.ts', 'queues/graphile-worker.ts'],
    ...['queues/dbos.ts', 'queues/dbos-decisions.ts', 'queues/restate.ts'],
    'webhooks/redis-store.ts',
  ],
  [OWN_RANDOMNESS]: ['queues/pg-boss.ts'],
  [OWN_SOCKET]: [
    ...['intake-server.ts', 'queues/receiver.ts'],
    ...['webhooks/express.ts', 'webhooks/fastify.ts', 'webhooks/node-http.ts'],
  ],
  'It opens its own file, on the time of the host; `onSqliteStore` has the same steps.': [
    'webhooks/once-sqlite.ts',
  ],
  [NO_DOOR]: [
    ...['archive-evidence.ts', 'commonjs.cjs', 'commonjs.d.cts', 'dry-run-criteria.ts'],
    ...['export-domains.ts', 'exported-ids.ts', 'progress-bar.ts', 's3-vault.ts'],
    ...['share-to-buyers.ts', 'undici-pool.ts', 'worker.ts'],
  ],
  [NO_PROGRAM]: [
    ...['container/Dockerfile', 'container/compose.yaml'],
    ...['calibrate.ts', 'control/story.py', 'control/story.sh', 'demo.ts', 'fake-env.ts', 'run.ts'],
    ...['queues/settings.ts', 'seeds/solar.json', 'telemetry.ts', 'tsconfig.json'],
    ...['languages/go/go.mod', 'languages/go/leads_test.go', 'languages/go/world_test.go'],
    ...['languages/junit/LeadTest.java', 'languages/junit/World.java'],
    ...['languages/phpunit/LeadTest.php', 'languages/phpunit/World.php'],
    ...['languages/pytest/conftest.py', 'languages/pytest/test_leads.py'],
    ...['languages/rspec/leads_spec.rb', 'languages/rspec/world.rb'],
    ...['testing/in-parallel.test.ts', 'testing/simulation.test.ts'],
    ...['testing/with-node-test.test.ts', 'testing/with-vitest.test.ts'],
  ],
};
