import { readsOnly } from '../../../src/calibrate/index.ts';
import { listedNames } from '../../../src/contract/listed-names.ts';
import {
  type Cdr,
  type CdrListEntry,
  type ConsentEvidence,
  isApiError,
} from '../../../src/index.ts';
import { checkWritable } from '../../files/write-whole.ts';
import { inFlags } from '../../flags/in-flags.ts';
import { act, type Work } from '../../output/act.ts';
import type { Finding } from '../../output/print-finding.ts';
import { tell } from '../../output/printable.ts';
import { count } from '../../output/report-text.ts';
import type { AccountFlags } from '../account-flags.ts';
import { openAccount } from '../open-account.ts';
import { warnOfDomains } from '../warn-of-domains.ts';
import { entriesOf, type LeftOut } from './entries-of.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { beginPulled, finishPulled, keepPulled, type Pulled } from './pulled.ts';

/** Flags of `consent-evidence pull`. */
export interface PullFlags extends AccountFlags {
  readonly out: string;
  readonly domain?: readonly string[];
  readonly limit: number;
}

/** How many records are read side by side, and how many are read before what is there is kept. */
const CONCURRENCY = 8;
const KEEP_EVERY = 200;
/** A seed has at most 16,777,216 characters. */
const CHARS_MAX = 15_000_000;

const WHY: Readonly<Record<LeftOut, string>> = {
  facts: 'have consent facts that no page gives in the fake',
  receivedUncollected: 'were received and are not collected, which the fake does not have',
  producers: 'are from further producers: a seed has 100 organizations',
  gone: 'were listed and could not be read',
};

/** Yields one page of each domain in turn, so that a limit leaves no domain out that it need not. */
async function* pagesInTurn(
  { cdrs }: ConsentEvidence,
  domains: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<CdrListEntry[]> {
  const walks = domains.map((each) => cdrs.list(each, { pageSize: 100, signal }).pages());
  for (let walk = walks.shift(); walk !== undefined; walk = walks.shift()) {
    const { value } = await walk.next();
    if (value === undefined) continue;
    yield value.cdrs;
    walks.push(walk);
  }
}

/** Reads a record; `undefined` if it is no longer there. */
async function read({ cdrs }: ConsentEvidence, cdrId: string, signal: AbortSignal) {
  return cdrs.get(cdrId, { signal }).catch((error: unknown): Cdr | undefined => {
    if (isApiError(error) && (error.status === 404 || error.status === 410)) return undefined;
    throw error;
  });
}

/** Reads records until there are no more, or as many as the seed may have. */
class Puller {
  readonly #pulled: Pulled;
  readonly #pseudonyms: Pseudonyms;
  readonly #limit: number;
  #chars: number;
  #unkept = 0;

  constructor(pulled: Pulled, limit: number) {
    this.#pulled = pulled;
    this.#limit = limit;
    this.#pseudonyms = new Pseudonyms(pulled.key, pulled.known);
    this.#chars = JSON.stringify(pulled.entries).length;
  }

  get isFull(): boolean {
    return this.#pulled.entries.length >= this.#limit || this.#chars >= CHARS_MAX;
  }

  /** Returns whether enough has come since the last time that it should be kept. */
  get isToBeKept(): boolean {
    if (this.#unkept < KEEP_EVERY) return false;
    this.#unkept = 0;
    return true;
  }

  /** The next records of a page that are not in the seed yet. */
  next(page: CdrListEntry[]): CdrListEntry[] {
    const left = this.#limit - this.#pulled.entries.length;
    const fresh: CdrListEntry[] = [];
    while (page.length > 0 && fresh.length < Math.min(CONCURRENCY, left)) {
      const [entry] = page.splice(0, 1);
      if (entry && !this.#pseudonyms.has('record', entry.cdrId)) fresh.push(entry);
    }
    return fresh;
  }

  add(cdrId: string, cdr: Cdr | undefined): void {
    const { entries, leftOut, at } = this.#pulled;
    this.#pseudonyms.of('record', cdrId);
    const made = cdr === undefined ? 'gone' : entriesOf(this.#pseudonyms, cdr, at);
    this.#unkept += 1;
    if (typeof made === 'string') leftOut[made] = (leftOut[made] ?? 0) + 1;
    else {
      entries.push(made);
      this.#chars += JSON.stringify(made).length;
    }
  }
}

interface Pull {
  readonly client: ConsentEvidence;
  readonly pulled: Pulled;
  readonly flags: PullFlags;
  readonly work: Work;
}

/** Returns whether there may be more records than the seed has. */
async function walk({ client, pulled, flags, work }: Pull, domains: readonly string[]) {
  const { signal, progress } = work;
  const puller = new Puller(pulled, flags.limit);
  for await (const page of pagesInTurn(client, domains, signal)) {
    const open = [...page];
    while (open.length > 0) {
      if (puller.isFull) return true;
      const fresh = puller.next(open);
      const records = await Promise.all(fresh.map(({ cdrId }) => read(client, cdrId, signal)));
      for (const [index, { cdrId }] of fresh.entries()) puller.add(cdrId, records[index]);
      progress.show(`${pulled.entries.length} records`);
      if (puller.isToBeKept) await keepPulled(flags.out, pulled);
    }
  }
  return false;
}

function textOf(flags: PullFlags, pulled: Pulled, requests: number, hasMore: boolean): string {
  const left = Object.entries(pulled.leftOut) as [LeftOut, number][];
  return [
    `${count(pulled.entries.length, 'record')} in ${flags.out}, ${count(requests, 'request')}; nothing was changed or charged`,
    ...left.map(([why, number]) => `left out: ${number} that ${WHY[why]}`),
    ...(hasMore ? [`stopped at ${pulled.entries.length} records; the account has more`] : []),
    'never in a seed: images, share tokens, charges, the address and time of an acknowledged event',
    `serve it: consent-evidence mock --seed ${flags.out}`,
  ].join('\n');
}

async function pull(flags: PullFlags, work: Work): Promise<Finding> {
  await checkWritable('--out', flags.out);
  let requests = 0;
  const account = await openAccount(
    flags,
    process.env,
    ({ type }) => {
      if (type === 'attempt') requests += 1;
    },
    readsOnly,
  );
  const { client, shown } = account;
  const { domain, limit, out } = flags;
  const asked = JSON.stringify([shown.baseUrl, shown.profile, domain, limit]);
  const pulled = await beginPulled(out, asked, work.now());
  await warnOfDomains(client, domain, work);
  const listed = domain ?? listedNames(await client.domains.list({ signal: work.signal })).names;
  const domains = [...new Set(listed)].sort();
  const data = { ...shown, out, pulledAt: new Date(pulled.at).toISOString() };
  const done = () => ({ records: pulled.entries.length, requests, leftOut: pulled.leftOut });
  try {
    const hasMore = await walk({ client, pulled, flags, work }, domains);
    await finishPulled(out, pulled);
    return {
      ok: true,
      data: { ...data, ...done(), interrupted: false, hasMore },
      text: textOf(flags, pulled, requests, hasMore),
    };
  } catch (error) {
    await keepPulled(out, pulled);
    const text = `${count(pulled.entries.length, 'record')} so far; the same command continues`;
    if (work.signal.aborted) {
      return { ok: false, data: { ...data, ...done(), interrupted: true, hasMore: true }, text };
    }
    tell(text);
    throw error;
  }
}

/** Makes a seed of the account, without the persons in it. */
export async function runPull(flags: PullFlags): Promise<void> {
  await inFlags({ domains: '--domain' }, () =>
    act('pull', flags.json, (work) => pull(flags, work)),
  );
}
