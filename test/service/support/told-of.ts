import type { Reply } from './reply.ts';
import type { World } from './world.ts';

/**
 * Returns what `explain` says about a request: status and code; section, check and its values; and for
 * a refusal the message.
 */
export function toldOf({ mock }: World, { requestId }: Reply<unknown>, cdrId = 'none'): string[] {
  const { status, code, decision, message } = mock.explain(requestId);
  const { check, section, values } = decision ?? {};
  return [
    `${status} ${code ?? 'OK'}`,
    `§${section}: ${check} ${JSON.stringify(values)}`,
    ...(message === undefined ? [] : [message]),
  ].map((line) => line.replaceAll(cdrId, 'THE_RECORD').replace(/cdr_[0-9a-z]{20}/, 'ANOTHER'));
}
