// Runs programs in simulated worlds: answers lost before and after the charge, 5xx, 429, time-outs,
// recycled links, strangers, pending, invalid and Dev Mode records, another set of readings in each
// world, and a process that can die at any await. It runs the intake in 20,000 worlds on each ledger
// that runs in memory, and the webhook handler in 5,000 on each such store. The inbox with its worker
// and reconciliation has 2,000, alone and beside an intake. On two machines that die one by one, the
// intake has 5,000, handler and inbox have 2,000. On Postgres in the process (PGlite), the intake has
// 1,000, and 500 on two machines; handler and inbox have 500. The examples have a hundred times as many
// as in `npm test`, on one machine and on two. Programs with a planted mistake must be found. Prints what
// the worlds had, and the story of whatever breaks. Run it with `npm run proof:simulate`; a seed can
// follow `--`, then a fraction of the worlds, such as 0.1, then a part of a name, such as `inbox`.
import { assertHolds, type SimulationReport, simulate } from '../mock/simulate.ts';
import { memoryLedger } from '../src/intake/index.ts';
import { sqliteLedger } from '../src/intake/sqlite.ts';
import { db } from '../test/simulate/support/example-databases.ts';
import { EXAMPLE_SUBJECTS, type Subject } from '../test/simulate/support/example-subjects.ts';
import {
  company,
  nothingReceivedIsHandedOn,
  onInbox,
  readsEvidence,
} from '../test/simulate/support/inbox.ts';
import {
  handlerOnPostgres,
  inboxOnPostgres,
  intakeOnPostgres,
} from '../test/simulate/support/on-postgres.ts';
import { intakeOn } from '../test/simulate/support/programs.ts';
import { onMemoryStore, onSqliteStore } from '../test/simulate/support/receivers.ts';
import { provePlanted } from './prove-simulate-planted.ts';

const LEAD_WORLDS = 20_000;
const EVENT_WORLDS = 5_000;
const OTHER_WORLDS = 2_000;
const POSTGRES_WORLDS = 1_000;
const EXAMPLES_TIMES = 100;

const onSqliteLedger = intakeOn(() => sqliteLedger(':memory:'));

const SUBJECTS: Readonly<Record<string, Subject>> = {
  'intake, memory': { start: intakeOn(() => memoryLedger()), worlds: LEAD_WORLDS },
  'intake, SQLite': { start: onSqliteLedger, worlds: LEAD_WORLDS },
  'webhooks, memory': { start: onMemoryStore, worlds: EVENT_WORLDS },
  'webhooks, SQLite': { start: onSqliteStore, worlds: EVENT_WORLDS },
  'inbox, SQLite': { start: onInbox(readsEvidence), worlds: OTHER_WORLDS },
  'inbox and intake': {
    start: company,
    worlds: OTHER_WORLDS,
    invariants: { nothingReceivedIsHandedOn },
  },
  'two machines, intake': { start: onSqliteLedger, worlds: EVENT_WORLDS, machines: 2 },
  'two machines, webhooks': { start: onSqliteStore, worlds: OTHER_WORLDS, machines: 2 },
  'Postgres, intake': { start: intakeOnPostgres(db), worlds: POSTGRES_WORLDS },
  'Postgres, intake on two machines': {
    start: intakeOnPostgres(db),
    worlds: POSTGRES_WORLDS / 2,
    machines: 2,
  },
  'Postgres, webhooks': { start: handlerOnPostgres(db), worlds: POSTGRES_WORLDS / 2 },
  'Postgres, inbox': { start: inboxOnPostgres(db), worlds: POSTGRES_WORLDS / 2 },
  'two machines, inbox': { start: onInbox(readsEvidence), worlds: OTHER_WORLDS, machines: 2 },
  ...Object.fromEntries(
    EXAMPLE_SUBJECTS.flatMap((each) =>
      [1, 2].map((machines) => [
        `examples/${each.files[0]}${machines === 1 ? '' : ', two machines'}`,
        { ...each, machines, worlds: (EXAMPLES_TIMES * each.worlds) / machines },
      ]),
    ),
  ),
};

const [seed = 'proof', part = '1', named = ''] = process.argv.slice(2);
const reports: SimulationReport[] = [];
const table: Record<string, object> = {};
console.error = () => undefined; // silences what the examples log
console.log(`seed ${seed}`);
for (const [name, subject] of Object.entries(SUBJECTS)) {
  if (!name.includes(named)) continue;
  const { start, machines, invariants, breaks = [] } = subject;
  const began = performance.now();
  const worlds = Math.ceil(subject.worlds * Number(part));
  const report = await simulate({ start, seed, worlds, machines, invariants });
  const seconds = Math.round((performance.now() - began) / 1000);
  const broken = report.broken.filter(({ invariant }) => !breaks.includes(invariant));
  table[name] = { worlds: report.worlds, ...report.tried, broken: broken.length, seconds };
  console.log(`${name}: ${broken.length} broken in ${report.worlds} worlds, ${seconds} s`);
  reports.push({ ...report, broken });
}
console.table(table);
if ('planted'.includes(named)) await provePlanted(seed);
for (const report of reports) assertHolds(report);
