import { callControl } from './call-control.ts';
import { nameOf } from './live.ts';
import type { Charge, RequestDetail } from './rows.ts';

/** How many charges are named. The rest are counted. */
const NAMED_MAX = 3;
/** The most charges that the control API returns at once. */
const READ_MAX = 10_000;

function chargesIn(path: string): Promise<{ total: number; charges: Charge[] }> {
  return callControl('GET', path);
}

/** Returns the charges as a sentence, which says so if there are none. */
export function chargeWords(charges: readonly Charge[]): string {
  if (charges.length === 0) return 'No one was charged.';
  const named = charges
    .slice(0, NAMED_MAX)
    .map(({ organizationId, cdrId, cause }) => `${nameOf(organizationId)} for ${cdrId} (${cause})`);
  const rest = charges.length - named.length;
  return `Charged: ${named.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`;
}

/**
 * Counts the charges from now on. The returned function describes the charges since then.
 *
 * @param cdrId counts only charges for this record.
 */
export async function watchCharges(cdrId?: string): Promise<() => Promise<string>> {
  const of = cdrId === undefined ? '' : `&cdrId=${encodeURIComponent(cdrId)}`;
  const before = await chargesIn(`/charges?limit=1${of}`);
  return async () => {
    const { total } = await chargesIn(`/charges?limit=1${of}`);
    const count = Math.min(total - before.total, READ_MAX);
    if (count <= 0) return chargeWords([]);
    const { charges } = await chargesIn(`/charges?limit=${count}${of}`);
    return chargeWords(charges);
  };
}

/**
 * Does something other than a request to the service. Returns what was done and what was charged
 * meanwhile.
 */
export async function withCost(act: () => Promise<string>, cdrId?: string): Promise<string> {
  const costSince = await watchCharges(cdrId);
  const said = await act();
  return `${said} ${await costSince()}`;
}

/** Returns every charge as a text of its own. */
async function everyCharge(): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let skip = 0, all = 1; skip < all; skip += READ_MAX) {
    const { total, charges } = await chargesIn(`/charges?limit=${READ_MAX}&skip=${skip}`);
    for (const charge of charges) found.add(JSON.stringify(charge));
    all = total;
  }
  return found;
}

function differenceWords(
  some: ReadonlySet<string>,
  others: ReadonlySet<string>,
  done: string,
): string {
  const count = [...some].filter((each) => !others.has(each)).length;
  return count === 0 ? '' : ` ${count} ${count === 1 ? 'charge was' : 'charges were'} ${done}.`;
}

/**
 * Puts another state in place. Returns what was done, and how many charges went with the state
 * before, or came back.
 */
export async function withCharges(act: () => Promise<string>): Promise<string> {
  const before = await everyCharge();
  const said = await act();
  const after = await everyCharge();
  const gone = differenceWords(before, after, 'removed');
  return said + gone + differenceWords(after, before, 'restored');
}

/** Returns what a request to the service cost and who was charged, or why it was free. */
export async function costOfRequest(requestId: string): Promise<string> {
  const path = `/requests/${encodeURIComponent(requestId)}`;
  const { request } = await callControl<{ request: RequestDetail }>('GET', path);
  return request.cost;
}
