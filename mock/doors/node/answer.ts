import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CoreOutcome, type CoreReply, failureReply } from '../../api/core-message.ts';
import { dispatch } from '../../api/dispatch.ts';
import type { ControlDesk } from '../../control/control-desk.ts';
import type { ControlReply } from '../../control/control-request.ts';
import type { Engine } from '../../engine/engine.ts';
import { controlPathOf, pagePathOf, RESERVED_PREFIX, type ServiceUrls } from '../../ground/urls.ts';
import type { PageRequest } from '../../page/serve-page.ts';
import {
  HttpRequest,
  hostOf,
  placeOf,
  type RequestTarget,
  readTarget,
  write,
} from './http-message.ts';
import { writeControl } from './write-control.ts';

const FOREIGN_HOST =
  'this fake does not serve this host name; start it with --allow-host NAME, or serveMock(mock, { allowHosts: [NAME] })';

/**
 * Answers a request that names no host, or a foreign one. It is not yet a request to the service, so
 * it is not in the journal and has no `requestId` to explain. It uses the service's envelope so that
 * a client shows its user the fix.
 */
function unservedReply(host: string | null, now: number): CoreReply {
  const failure =
    host === null
      ? { status: 400, code: 'INVALID_ARGUMENT', message: 'the request names no host' }
      : { status: 403, code: 'FORBIDDEN', message: FOREIGN_HOST };
  return failureReply(failure, 'req_none', now);
}

/** Where requests go that are not for the service itself. */
export interface Desks {
  /** The addresses under which the caller reaches the service; `undefined` for a foreign name. */
  readonly urlsOf: (host: string | null) => ServiceUrls | undefined;
  /** The addresses under which the service is announced. */
  readonly urls: ServiceUrls;
  /** Loaded on the first request for it, so that a fake without control requests starts faster. */
  control(): Promise<ControlDesk>;
  /** Loaded on the first request for a page. */
  page(request: PageRequest): Promise<ControlReply>;
}

/** Answers a request that is not for the service; returns `undefined` if it is. */
function answerBeside(
  desks: Desks,
  target: RequestTarget,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  const host = hostOf(target, request);
  const path = controlPathOf(target.path);
  if (path !== undefined) {
    const urls = desks.urlsOf(host) ?? desks.urls;
    const asked = new HttpRequest(request, target, urls, { origin: 'api', path });
    return desks
      .control()
      .then((desk) => desk.answer(asked))
      .then((reply) => writeControl(reply, response));
  }
  const pagePath = pagePathOf(target.path);
  if (pagePath === undefined) return undefined;
  return desks
    .page({ method: request.method ?? 'GET', path: pagePath, host })
    .then((reply) => writeControl(reply, response));
}

function outcomeOf(
  engine: Engine,
  desks: Desks,
  target: RequestTarget,
  request: IncomingMessage,
): CoreOutcome | Promise<CoreOutcome> {
  const host = hostOf(target, request);
  const urls = desks.urlsOf(host);
  // Anyone can point a name of their own at this machine, and the keys of a demo are well known.
  if (urls === undefined) return unservedReply(host, engine.clock.now());
  return dispatch(engine, new HttpRequest(request, target, urls, placeOf(target.path, urls)));
}

/**
 * Answers one request to any part of the served fake. Returns a promise only if there is something
 * to wait for.
 */
export function answer(
  engine: Engine,
  desks: Desks,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  const target = readTarget(request.url ?? '/');
  const beside = target.path.startsWith(RESERVED_PREFIX)
    ? answerBeside(desks, target, request, response)
    : undefined;
  if (beside !== undefined) return beside;
  const outcome = outcomeOf(engine, desks, target, request);
  if (outcome instanceof Promise) return outcome.then((late) => write(late, request, response));
  write(outcome, request, response);
  return undefined;
}
