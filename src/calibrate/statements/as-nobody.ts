import type { WireMethod } from '../../transport/outgoing.ts';
import type { Answer } from '../answer.ts';
import { MADE_UP } from '../ask.ts';
import { differs, type Finding, isAnswer, told } from '../finding.ts';
import type { Run } from '../run.ts';

/** The path of a share token that does not exist. */
export const SHARE = `/v1/shares/${MADE_UP}-token`;

/** Sends a request without a key, or with a made-up one. */
export const askAsNobody = (
  run: Run,
  method: WireMethod,
  path: string,
  key?: string,
): Promise<Answer> => run.ask({ as: 'nobody', method, path, ...(key !== undefined && { key }) });

/** Checks that each of these requests is refused with this status and code. */
export async function each(
  run: Run,
  requests: readonly (readonly [WireMethod, string])[],
  [status, code]: readonly [number, string],
): Promise<Finding> {
  for (const [method, path] of requests) {
    const answer = await askAsNobody(run, method, path);
    if (!isAnswer(answer, status, code)) return differs(answer);
  }
  return told(undefined);
}

/** The response to an unknown path. */
export const UNKNOWN = [404, 'NOT_FOUND'] as const;
/** The response to a missing or unknown key. */
export const NO_KEY = [401, 'UNAUTHENTICATED'] as const;
