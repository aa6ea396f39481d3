import type { Reply } from './reply.ts';
import type { World } from './world.ts';

/**
 * What `explain` tells of a request: status and code; section, check and its values; the message of a
 * refusal, which the reply has too.
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
