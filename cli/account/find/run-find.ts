import { listedNames, type OddName } from '../../../src/contract/listed-names.ts';
import { phoneFilters } from '../../../src/contract/phone-filters.ts';
import { inFlags } from '../../flags/in-flags.ts';
import { act, type Work } from '../../output/act.ts';
import type { Finding } from '../../output/print-finding.ts';
import { count } from '../../output/report-text.ts';
import type { AccountFlags } from '../account-flags.ts';
import { type Account, openAccount } from '../open-account.ts';
import { readPhone } from '../read-phone.ts';
import { warnOfDomains } from '../warn-of-domains.ts';
import { findCsv, findReport, findText, summaryOf } from './find-report.ts';
import { type Question, searchDomains } from './search.ts';

/** Flags of `consent-evidence find`. */
export interface FindFlags extends AccountFlags {
  readonly phone: string;
  readonly key: readonly string[];
  readonly domain?: readonly string[];
  readonly after?: string;
  readonly scan?: true;
  readonly limit: number;
  readonly csv?: true;
}

async function questionOf({ phone, key, scan }: FindFlags): Promise<Question> {
  const { tenDigits } = await readPhone(phone);
  return { tenDigits, keys: key, scan: scan === true };
}

/** Sorted the same on every run, so that `--after` continues where another run stopped. */
async function domainsOf(
  { client }: Account,
  { domain, after }: FindFlags,
  signal: AbortSignal,
): Promise<{ domains: string[]; odd: readonly OddName[] }> {
  const listed = domain === undefined ? await client.domains.list({ signal }) : [];
  const { names, odd } = listedNames(listed);
  const sorted = [...new Set(domain ?? names)].sort();
  return { odd, domains: sorted.filter((each) => after === undefined || each > after) };
}

async function find(flags: FindFlags, work: Work): Promise<Finding> {
  const { signal, progress, now } = work;
  const question = await questionOf(flags);
  let requests = 0;
  const account = await openAccount(flags, process.env, ({ type }) => {
    if (type === 'attempt') requests += 1;
  });
  const askedAt = new Date(now()).toISOString();
  progress.show('reading the list of domains');
  await warnOfDomains(account.client, flags.domain, work);
  const { domains, odd } = await domainsOf(account, flags, signal);
  const onProgress = (ended: number, found: number): void =>
    progress.show(
      `${ended} of ${domains.length} domains, ${requests} requests, ${found} candidates`,
    );
  const perDomain = question.scan ? 1 : phoneFilters(question.tenDigits, question.keys).length;
  const least = count(domains.length * perDomain, 'request');
  progress.say(`search: at least ${least} on ${count(domains.length, 'domain')}`);
  onProgress(0, 0);
  const { client } = account;
  const search = { client, question, limit: flags.limit, signal, onProgress };
  const found = await searchDomains(search, domains);
  const unasked = odd.map(({ name, message }) => ({ domainId: name, message }));
  const result = { ...found, failed: [...found.failed, ...unasked] };
  const asked = { ...account.shown, ...question, askedAt, requests };
  const facts = { asked, result, interrupted: signal.aborted };
  const ok = result.failed.length === 0 && result.left.length === 0 && !result.truncated;
  const [data, text] = [findReport(facts), findText(facts)];
  return flags.csv
    ? { ok, data, text: findCsv(result), notes: summaryOf(facts) }
    : { ok, data, text };
}

/** Searches the account for a phone number, and prints the candidates. */
export async function runFind(flags: FindFlags): Promise<void> {
  await inFlags({ phone: '--phone', keys: '--key', domains: '--domain' }, () =>
    act('find', flags.json, (work) => find(flags, work)),
  );
}
