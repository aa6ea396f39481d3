import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CoreOutcome, type CoreReply, failureReply } from '../../api/core-message.ts';
import { dispatch } from '../../api/dispatch.ts';
import {
  controlPathOf,
  ICON,
  pagePathOf,
  RESERVED_PREFIX,
  worldPathOf,
} from '../../ground/urls.ts';
import {
  HttpRequest,
  hostOf,
  placeOf,
  type RequestTarget,
  readTarget,
  write,
} from './http-message.ts';
import type { Room } from './room.ts';
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

const NO_PAGE = {
  status: 404,
  code: 'NOT_FOUND',
  message: 'the fake has no page here; the inspector is at /_mock/',
};

/** Answers a request that is not for the service; returns `undefined` if it is. */
function answerBeside(
  room: Room,
  target: RequestTarget,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  const host = hostOf(target, request);
  const path = controlPathOf(target.path);
  if (path !== undefined) {
    const urls = room.urlsOf(host) ?? room.urls;
    const asked = new HttpRequest(request, target, urls, { origin: 'api', path });
    return room
      .control()
      .then((desk) => desk.answer(asked))
      .then((reply) => writeControl(reply, response));
  }
  const pagePath = pagePathOf(target.path);
  if (pagePath === undefined) {
    if (placeOf(target.path, room.urls).origin !== 'api') return undefined;
    // It is no path of the service, and no program that uses it asks for it.
    write(failureReply(NO_PAGE, 'req_none', room.engine.clock.now()), request, response);
    return Promise.resolve();
  }
  return room
    .page({ method: request.method ?? 'GET', path: pagePath, host })
    .then((reply) => writeControl(reply, response));
}

function outcomeOf(
  room: Room,
  target: RequestTarget,
  request: IncomingMessage,
): CoreOutcome | Promise<CoreOutcome> {
  const host = hostOf(target, request);
  const urls = room.urlsOf(host);
  // Anyone can point a name of their own at this machine, and the keys of a demo are well known.
  if (urls === undefined) return unservedReply(host, room.engine.clock.now());
  return dispatch(room.engine, new HttpRequest(request, target, urls, placeOf(target.path, urls)));
}

/** Answers a request in one world. Returns a promise only if there is something to wait for. */
function answerIn(
  room: Room,
  target: RequestTarget,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  const isBeside = target.path.startsWith(RESERVED_PREFIX) || target.path === ICON;
  const beside = isBeside ? answerBeside(room, target, request, response) : undefined;
  if (beside !== undefined) return beside;
  const outcome = outcomeOf(room, target, request);
  if (outcome instanceof Promise) return outcome.then((late) => write(late, request, response));
  write(outcome, request, response);
  return undefined;
}

/** Answers a request to one of the worlds beside the server's own. */
async function answerInWorld(
  { server, engine }: Room,
  worldId: string,
  target: RequestTarget,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const worlds = await server.worlds();
  const entered = worlds.enter(worldId);
  if (entered !== undefined) {
    response.once('close', entered.leave);
    return answerIn(server.roomOf(entered.world), target, request, response);
  }
  const { worldGone } = await import('../../control/worlds.ts');
  const gone = worldGone(worldId);
  if (controlPathOf(target.path) !== undefined) {
    const { failureReply: refuse } = await import('../../control/answer-control.ts');
    return writeControl(refuse(gone), response);
  }
  // Not 404 or 410, which would say something about a lead.
  const failure = { status: 403, code: 'FORBIDDEN', message: gone.message };
  write(failureReply(failure, 'req_none', engine.clock.now()), request, response);
}

/**
 * Answers one request to any part of the served fake. Returns a promise only if there is something
 * to wait for.
 */
export function answer(
  room: Room,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  const target = readTarget(request.url ?? '/');
  const inside = target.path.startsWith(RESERVED_PREFIX) ? worldPathOf(target.path) : undefined;
  if (inside === undefined) return answerIn(room, target, request, response);
  const { worldId, path } = inside;
  return answerInWorld(room, worldId, { ...target, path }, request, response);
}
