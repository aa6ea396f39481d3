import { type CoreReply, failureReply } from '../../api/core-message.ts';

const MESSAGE =
  'this host name is not one of this fake; start it with --allow-host NAME, or serveMock(mock, { allowHosts: [NAME] })';

/**
 * What a request under a foreign name meets, before it is one to the service: it has no place in the
 * journal, so no `requestId` that could be explained. The envelope is the service's, so that a client
 * shows its user the way out.
 */
export function foreignHostReply(now: number): CoreReply {
  return failureReply({ status: 403, code: 'FORBIDDEN', message: MESSAGE }, 'req_none', now);
}
