// The intake on each ledger that runs in memory, in 20,000 simulated worlds each, and the webhook
// handler on each store that does, in 5,000: answers lost before and after the charge, 5xx, 429,
// time-outs, recycled links, strangers, pending, invalid and Dev Mode records, another set of readings
// in each world, and a process that dies at any await. Prints what the worlds had, and the story of
// whatever breaks. Run it with `npm run proof:simulate`; a seed can follow `--`, then a part of the
// numbers, such as 0.1.
import {
  assertHolds,
  type SimulationReport,
  type StartProgram,
  simulate,
} from '../mock/simulate.ts';
import { memoryLedger } from '../src/intake/index.ts';
import { sqliteLedger } from '../src/intake/sqlite.ts';
import { intakeOn } from '../test/simulate/support/programs.ts';
import { onMemoryStore, onSqliteStore } from '../test/simulate/support/receivers.ts';

const LEAD_WORLDS = 20_000;
const EVENT_WORLDS = 5_000;

const SUBJECTS: Readonly<Record<string, readonly [StartProgram, number]>> = {
  'intake, memory': [intakeOn(() => memoryLedger()), LEAD_WORLDS],
  'intake, SQLite': [intakeOn(() => sqliteLedger(':memory:')), LEAD_WORLDS],
  'webhooks, memory': [onMemoryStore, EVENT_WORLDS],
  'webhooks, SQLite': [onSqliteStore, EVENT_WORLDS],
};

const seed = process.argv[2] ?? 'proof';
const part = Number(process.argv[3] ?? 1);
const reports: SimulationReport[] = [];
const table: Record<string, object> = {};
console.log(`seed ${seed}`);
for (const [name, [start, worlds]] of Object.entries(SUBJECTS)) {
  const began = performance.now();
  const report = await simulate({ start, seed, worlds: Math.ceil(worlds * part) });
  const seconds = Math.round((performance.now() - began) / 1000);
  const broken = report.broken.length;
  table[name] = { worlds: report.worlds, ...report.tried, broken, seconds };
  console.log(`${name}: ${broken} broken in ${report.worlds} worlds, ${seconds} s`);
  reports.push(report);
}
console.table(table);
for (const report of reports) assertHolds(report);
