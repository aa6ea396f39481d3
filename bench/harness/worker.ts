/**
 * The process of one subject: `worker.ts <suite> <measure> <subject> <server>`. It prepares the
 * subject, reports that it is ready, and then does one round per message.
 */
import type { Round } from './measure.ts';
import type { Suite } from './suite.ts';

const [suiteUrl = '', measureName = '', subjectName = '', server = ''] = process.argv.slice(2);

async function round(run: (operations: number) => unknown, operations: number): Promise<Round> {
  const cpu = process.cpuUsage();
  const began = process.hrtime.bigint();
  await run(operations);
  const wallMs = Number(process.hrtime.bigint() - began) / 1e6;
  const { user, system } = process.cpuUsage(cpu);
  const peakKb = process.resourceUsage().maxRSS;
  return { wallMs, cpuMs: (user + system) / 1000, peakKb };
}

const { suite } = (await import(suiteUrl)) as { suite: Suite };
const subject = suite.measures?.[measureName]?.subjects[subjectName];
if (subject === undefined) throw new Error(`no subject ${measureName}, ${subjectName}`);
const run = await subject.prepare(server);
process.on('message', ({ operations }: { operations: number }) => {
  round(run, operations).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.({ ready: true });
