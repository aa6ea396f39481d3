import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CoreReply, failureReply } from '../../api/core-message.ts';
import { dispatch } from '../../api/dispatch.ts';
import type { ControlDesk } from '../../control/control-desk.ts';
import type { ControlReply } from '../../control/control-request.ts';
import type { Engine } from '../../engine/engine.ts';
import { controlPathOf, pagePathOf, type ServiceUrls } from '../../ground/urls.ts';
import type { PageRequest } from '../../page/serve-page.ts';
import { coreRequestOf, requestOf, write } from './http-message.ts';
import { writeControl } from './write-control.ts';

const FOREIGN_HOST =
  'this fake does not serve this host name; start it with --allow-host NAME, or serveMock(mock, { allowHosts: [NAME] })';

/**
 * What a request under a foreign name meets, before it is one to the service: it has no place in the
 * journal, so no `requestId` that could be explained. The envelope is the service's, so that a client
 * shows its user the way out.
 */
function foreignHostReply(now: number): CoreReply {
  return failureReply({ status: 403, code: 'FORBIDDEN', message: FOREIGN_HOST }, 'req_none', now);
}

/** Where a request can go besides the service itself. */
export interface Desks {
  /** The addresses under which the caller reaches the service; `undefined` for a foreign name. */
  readonly urlsOf: (host: string | null) => ServiceUrls | undefined;
  /** Those under which it is announced. */
  readonly urls: ServiceUrls;
  /** Loaded with the first request for it: a fake that no one controls starts sooner. */
  control(): Promise<ControlDesk>;
  /** Loaded when someone opens it. */
  page(request: PageRequest): Promise<ControlReply>;
}

/** Answers one request, whichever part of the served fake it means. */
export async function answer(
  engine: Engine,
  desks: Desks,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const plain = requestOf(request);
  const host = plain.header('host');
  const urls = desks.urlsOf(host);
  const path = controlPathOf(plain.path);
  if (path !== undefined) {
    const desk = await desks.control();
    const called = urls ?? desks.urls;
    await writeControl(await desk.answer({ ...plain, urls: called, path }), response);
    return;
  }
  const pagePath = pagePathOf(plain.path);
  if (pagePath !== undefined) {
    await writeControl(await desks.page({ method: plain.method, path: pagePath, host }), response);
    return;
  }
  // A name can be pointed at this machine by whoever owns it, and keys of a demo are well known.
  const outcome =
    urls === undefined
      ? foreignHostReply(engine.clock.now())
      : await dispatch(engine, coreRequestOf(plain, urls));
  write(outcome, request, response);
}
