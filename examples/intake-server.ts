// The HTTP in front of a lead intake. A seller posts { id, consentUrl, phone, … } to `/leads/<seller>`, and
// finds the decision at `/leads/<seller>?id=…`. How a seller proves who it is, such as by a key, is yours.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InvalidInputError } from 'consent-evidence';
import { type LeadDecision, type LeadIntake, LedgerError } from 'consent-evidence/intake';
import { toNodeHandler } from 'consent-evidence/webhooks';

const STATUS = { accept: 201, duplicate: 409, refuse: 422, hold: 202, fix: 202 } as const;
const BODY_MAX_BYTES = 16 * 1024;

/** Our key or account is wrong, or no call can find out whether the lead was paid for. */
export function callSomeone(made: LeadDecision): void {
  const isStuck = made.decision === 'hold' && made.nextAttemptAt === undefined;
  if (made.decision !== 'fix' && !isStuck) return;
  console.error('call someone:', made.source, made.leadId, made.code, made.message);
}

/** What the seller sees: nothing about our setup, so `fix` is reported as `hold`. */
function answerOf(made: LeadDecision, status: number = STATUS[made.decision]): Response {
  const decision = made.decision === 'fix' ? 'hold' : made.decision;
  const message = made.decision === 'accept' ? undefined : made.sellerMessage;
  return Response.json({ leadId: made.leadId, decision, message }, { status });
}

async function answer<Tx>(intake: LeadIntake<Tx>, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const [, source] = /^\/leads\/([\w-]+)$/.exec(pathname) ?? [];
  if (source === undefined) return Response.json({}, { status: 404 });
  if (request.method !== 'POST') {
    const made = await intake.get({ source, leadId: searchParams.get('id') ?? '' });
    return made === undefined ? Response.json({}, { status: 404 }) : answerOf(made, 200);
  }
  const length = Number(request.headers.get('content-length') ?? Infinity);
  if (length > BODY_MAX_BYTES) return Response.json({}, { status: 413 });
  const body = Object((await request.json()) as unknown) as Record<string, string>;
  const { id: leadId = '', consentUrl: shareUrl = '', phone = '', ...data } = body;
  return answerOf(await intake.take({ source, leadId, shareUrl, phone, data }));
}

function answerToError(error: unknown): Response {
  if (error instanceof SyntaxError) return Response.json({ issues: [] }, { status: 400 });
  if (error instanceof InvalidInputError)
    return Response.json({ issues: error.issues }, { status: 400 });
  console.error(error);
  const status = error instanceof LedgerError ? 503 : 500;
  return Response.json({ message: 'Please post the lead again.' }, { status });
}

/** Serves the intake until `close`, which waits for the answers in progress. */
export async function serveIntake<Tx>(intake: LeadIntake<Tx>, port: number) {
  // `server.close` waits only for open connections, and a seller may leave before the answer.
  const inProgress = new Set<Promise<void>>();
  const handler = toNodeHandler((request) => answer(intake, request).catch(answerToError));
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const answered = handler(request, response).finally(() => inProgress.delete(answered));
    inProgress.add(answered);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');

  async function close(): Promise<void> {
    await new Promise((resolve) => server.close(resolve));
    await Promise.all(inProgress);
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/leads`, close };
}
