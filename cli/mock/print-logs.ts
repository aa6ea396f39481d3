import { setTimeout } from 'node:timers/promises';
import type { JournaledRequest, StoredDelivery } from '../../mock/world/entities.ts';
import { Interruption } from '../output/interruption.ts';
import { printFinding } from '../output/print-finding.ts';
import { tell } from '../output/printable.ts';
import { writeRow } from '../output/write-row.ts';
import { attemptLine, paintFor, requestLine, type Teller } from '../talk/talk-lines.ts';
import type { LogsFlags } from './mock-flags.ts';
import { NoFake, notAFake, RunningFake } from './running-fake.ts';

/** How often a fake is asked for what is new. */
const LOOK_EVERY_MS = 500;

/** A line of the log, and what it is about. */
interface Logged {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

/** The newest lines, the oldest first: the requests and the attempts of deliveries. */
async function newest(
  fake: RunningFake,
  limit: number,
  teller: Teller,
  signal?: AbortSignal,
): Promise<Logged[]> {
  const requests = await fake.list('requests', `/requests?limit=${limit}`, signal);
  const deliveries = await fake.list('deliveries', `/deliveries?limit=${limit}`, signal);
  try {
    const lines = [
      ...requests.map((row): Logged => {
        const request = { code: null, organizationId: null, ...row } as JournaledRequest;
        const { durationMs } = row as { readonly durationMs?: number };
        return {
          id: request.requestId,
          at: request.at,
          text: requestLine(request, durationMs, teller),
        };
      }),
      ...deliveries.flatMap((row) => attemptsOf(row as unknown as StoredDelivery, teller)),
    ];
    return lines.sort((a, b) => a.at - b.at).slice(-limit);
  } catch {
    throw notAFake(); // its rows are not as the fake of this version has them
  }
}

function attemptsOf(delivery: StoredDelivery, teller: Teller): Logged[] {
  const { attempts, webhookId } = delivery;
  return attempts.map(({ at }, index) => {
    const tries = index + 1;
    const state = tries === attempts.length ? delivery.state : 'due';
    const upTo = { ...delivery, attempts: attempts.slice(0, tries), tries, state };
    return { id: `${webhookId} ${tries}`, at, text: attemptLine(upTo, teller) };
  });
}

async function tellerOf(fake: RunningFake): Promise<Teller> {
  const rows = await fake.list('organizations', '/organizations');
  const names = new Map(rows.map(({ organizationId, name }) => [organizationId, String(name)]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  return { url: fake.url, paint: paintFor(process.stdout), nameOf };
}

/** Prints what is new, until Ctrl-C or the end of the fake. */
async function follow(fake: RunningFake, limit: number, teller: Teller): Promise<void> {
  using interruption = new Interruption(process, () => undefined);
  const { signal } = interruption;
  let known = new Set<string>();
  try {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      const lines = await newest(fake, limit, teller, signal);
      const fresh = lines.filter(({ id }) => !known.has(id));
      if (!isFirst && fresh.length === limit) {
        tell('some lines are left out: more than --limit came at once');
      }
      for (const { text } of fresh) if (!(await writeRow(`${text}\n`, signal))) return;
      known = new Set(lines.map(({ id }) => id));
      await setTimeout(LOOK_EVERY_MS, undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof NoFake) || known.size === 0) throw error;
    tell('the fake has stopped');
  }
}

/** Prints the requests and the deliveries of a running fake. */
export async function printLogs(flags: LogsFlags): Promise<void> {
  const { json, limit } = flags;
  const fake = new RunningFake(flags);
  if (json) {
    const requests = await fake.list('requests', `/requests?limit=${limit}`);
    const deliveries = await fake.list('deliveries', `/deliveries?limit=${limit}`);
    const finding = { ok: true, data: { requests, deliveries }, text: '' };
    printFinding({ command: 'mock logs', json, now: Date.now }, finding);
    return;
  }
  const teller = await tellerOf(fake);
  if (flags.follow) {
    await follow(fake, limit, teller);
    return;
  }
  const lines = await newest(fake, limit, teller);
  const text = lines.map((line) => line.text).join('\n');
  if (text !== '') process.stdout.write(`${text}\n`);
}
