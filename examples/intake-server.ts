// The HTTP in front of a lead intake: `POST /leads` with { id, consentUrl, phone } takes a lead in, and
// `GET /leads/<id>` returns its decision. A timer resumes the leads that are held.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InvalidInputError } from 'consent-evidence';
import {
  type Lead,
  type LeadDecision,
  type LeadIntake,
  LedgerError,
} from 'consent-evidence/intake';

export interface ServerOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** How often to resume held leads. Default: every 30 seconds. */
  readonly resumeEveryMs?: number;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

const STATUS = { accept: 201, duplicate: 409, refuse: 422, hold: 202, fix: 202 } as const;
const BODY_MAX_BYTES = 16 * 1024;
const PATH = /^\/leads\/([^/?#]+)$/;

async function readLead(request: IncomingMessage): Promise<Lead | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Keep the connection open, so that a body that is too long still gets an answer.
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > BODY_MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    const { id, consentUrl, phone } = JSON.parse(Buffer.concat(chunks).toString()) as {
      readonly [name: string]: string;
    };
    return { leadId: id ?? '', shareUrl: consentUrl ?? '', phone: phone ?? '' };
  } catch {
    return undefined;
  }
}

/** What the seller of the lead sees: nothing about our setup, so `fix` is reported as `hold`. */
function bodyOf(decision: LeadDecision): object {
  const { leadId } = decision;
  if (decision.decision === 'fix') return { leadId, decision: 'hold' };
  if (decision.decision !== 'refuse') return { leadId, decision: decision.decision };
  const reasons = decision.reasons.map(({ sellerMessage }) => sellerMessage);
  return { leadId, decision: 'refuse', reasons };
}

/** `fix` needs a person: our key, our account, or a link on an origin that `shareOrigins` lacks. */
function callSomeone(decision: LeadDecision): void {
  if (decision.decision !== 'fix') return;
  console.error('call someone:', decision.leadId, decision.code, decision.message);
}

function answerToError(error: unknown): Answer {
  if (error instanceof InvalidInputError) return { status: 400, body: { issues: error.issues } };
  if (error instanceof LedgerError) return { status: 503, body: { error: 'post the lead again' } };
  console.error(error);
  return { status: 500, body: { error: 'internal error' } };
}

async function answerTo<Tx>(intake: LeadIntake<Tx>, request: IncomingMessage): Promise<Answer> {
  const { method, url = '' } = request;
  if (method === 'POST' && url === '/leads') {
    const lead = await readLead(request);
    if (lead === undefined) return { status: 400, body: { error: 'not a lead' } };
    const decision = await intake.take(lead);
    callSomeone(decision);
    return { status: STATUS[decision.decision], body: bodyOf(decision) };
  }
  const id = method === 'GET' ? PATH.exec(url)?.[1] : undefined;
  const decision = id === undefined ? undefined : await intake.get(unescape(id));
  if (decision === undefined) return { status: 404, body: { error: 'no such lead' } };
  return { status: 200, body: bodyOf(decision) };
}

/** Decodes an identifier from a path. One that cannot be decoded is not ours, and is kept as it is. */
function unescape(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  // Close the connection: the rest of a body that is too long is not read.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(body));
}

/** Serves the intake until `close`, which waits for the leads in progress. */
export async function serveIntake<Tx>(
  intake: LeadIntake<Tx>,
  { port, resumeEveryMs = 30_000 }: ServerOptions,
) {
  const closing = new AbortController();
  let pass: Promise<LeadDecision[]> | undefined;

  async function goOn(): Promise<LeadDecision[]> {
    const decisions = await intake.resume({ limit: 100, signal: closing.signal });
    decisions.forEach(callSomeone);
    return decisions;
  }
  /** Resumes held leads, one pass at a time: on the timer, or on demand after a repair. */
  const resume = (): Promise<LeadDecision[]> => {
    pass ??= goOn().finally(() => {
      pass = undefined;
    });
    return pass;
  };

  // `server.close` waits only for open connections, and a seller may leave before the answer.
  const inProgress = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const answered = answerTo(intake, request)
      .catch(answerToError)
      .then((answer) => send(response, answer))
      .finally(() => inProgress.delete(answered));
    inProgress.add(answered);
  });
  server.requestTimeout = 10_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(() => void resume().catch(console.error), resumeEveryMs);

  async function close(): Promise<void> {
    clearInterval(timer);
    closing.abort();
    await new Promise((resolve) => server.close(resolve));
    await Promise.all(inProgress);
    await pass?.catch(console.error);
  }
  const address = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${address.port}/leads`, resume, close };
}
