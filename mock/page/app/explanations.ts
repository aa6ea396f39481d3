import { callControl } from './call-control.ts';
import type { Explanation } from './rows.ts';

/** As many as a long log shows; the oldest are forgotten. */
const KEPT_MAX = 2000;

const kept = new Map<string, Promise<Explanation>>();

/** Why a request was answered as it was. That never changes, so it is asked once. */
export function explanationOf(requestId: string): Promise<Explanation> {
  const known = kept.get(requestId);
  if (known !== undefined) return known;
  const [oldest] = kept.keys();
  if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  const asked = callControl<{ request: Explanation }>(
    'GET',
    `/requests/${encodeURIComponent(requestId)}`,
  ).then(({ request }) => request);
  kept.set(requestId, asked);
  // What could not be had may be asked again.
  asked.catch(() => kept.delete(requestId));
  return asked;
}
