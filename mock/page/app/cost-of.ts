import { callControl } from './call-control.ts';
import { nameOf } from './organization-name.tsx';
import type { Charge, RequestDetail } from './rows.ts';

/** More charges than this are counted and not named. */
const NAMED_MAX = 3;
/** As many as the control API tells at once. */
const READ_MAX = 10_000;

function chargesIn(path: string): Promise<{ total: number; charges: Charge[] }> {
  return callControl('GET', path);
}

/** The charges as a sentence; without one, that there was none. */
export function chargeWords(charges: readonly Charge[]): string {
  if (charges.length === 0) return 'Nobody was charged.';
  const named = charges
    .slice(0, NAMED_MAX)
    .map(({ organizationId, cdrId, cause }) => `${nameOf(organizationId)} for ${cdrId} (${cause})`);
  const rest = charges.length - named.length;
  return `Charged: ${named.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`;
}

/**
 * Counts the charges from now on; what it gives says what came since.
 *
 * @param cdrId the record that it is about, where it is about one.
 */
export async function watchCharges(cdrId?: string): Promise<() => Promise<string>> {
  const of = cdrId === undefined ? '' : `&cdrId=${encodeURIComponent(cdrId)}`;
  const before = await chargesIn(`/charges?limit=1${of}`);
  return async () => {
    const { total } = await chargesIn(`/charges?limit=1${of}`);
    const count = Math.min(total - before.total, READ_MAX);
    if (count < 0) return `${-count} ${count === -1 ? 'charge' : 'charges'} removed with it.`;
    if (count === 0) return chargeWords([]);
    const { charges } = await chargesIn(`/charges?limit=${count}${of}`);
    return chargeWords(charges);
  };
}

/** Does something that is no request to the service, and says what was done and what it cost meanwhile. */
export async function withCost(act: () => Promise<string>, cdrId?: string): Promise<string> {
  const costSince = await watchCharges(cdrId);
  const said = await act();
  return `${said} ${await costSince()}`;
}

/** What a request to the service cost and whom, or why it was free. */
export async function costOfRequest(requestId: string): Promise<string> {
  const path = `/requests/${encodeURIComponent(requestId)}`;
  const { request } = await callControl<{ request: RequestDetail }>('GET', path);
  return request.cost;
}
