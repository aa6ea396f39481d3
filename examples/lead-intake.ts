// A buyer's lead intake over HTTP: `POST /leads` with { id, consentUrl, phone }. Each error of
// receiving ends in one of three decisions; a lead that is held or that we must fix is never lost.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConsentEvidence, receiveDecision } from 'consent-evidence';
import { criteria } from './criteria.ts';

export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  readonly PORT?: string | undefined;
}

export interface Lead {
  readonly id: string;
  readonly consentUrl: string;
  readonly phone: string;
}

type Verdict = { verdict: 'accept'; cdrId: string } | { verdict: 'refuse' | 'hold' | 'fix' };

const STATUS = { accept: 201, refuse: 422, hold: 202, fix: 202 };
const BODY_MAX_BYTES = 16 * 1024;

async function readLead(request: IncomingMessage): Promise<Lead | undefined> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    if (text.length > BODY_MAX_BYTES) return undefined;
  }
  try {
    const lead = JSON.parse(text) as Lead;
    const fields: unknown[] = [lead.id, lead.consentUrl, lead.phone];
    return fields.every((field) => typeof field === 'string') ? lead : undefined;
  } catch {
    return undefined;
  }
}

export async function run(env: Env) {
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
    deadlineMs: 5_000, // whoever posts a lead waits for the answer
  });
  // A table of your database in real life.
  const waiting = new Map<string, { lead: Lead; verdict: 'hold' | 'fix' }>();

  async function judge(lead: Lead): Promise<Verdict> {
    const acceptance = { ...criteria, leadMatch: { phone: lead.phone } };
    try {
      const { cdrId } = await client.shares.receive(lead.consentUrl, { acceptance });
      waiting.delete(lead.id);
      return { verdict: 'accept', cdrId }; // store the cdrId with the lead
    } catch (error) {
      const verdict = receiveDecision(error);
      if (verdict === 'refuse') waiting.delete(lead.id);
      else waiting.set(lead.id, { lead, verdict });
      if (verdict === 'fix') console.error('call someone:', String(error));
      return { verdict };
    }
  }

  /** For a timer, and for after a repair: receiving again cannot charge twice. */
  async function tryAgain(): Promise<Verdict[]> {
    const verdicts: Verdict[] = [];
    for (const { lead } of [...waiting.values()]) verdicts.push(await judge(lead));
    return verdicts;
  }

  const server = createServer(async (request, response) => {
    const isIntake = request.method === 'POST' && request.url === '/leads';
    const lead = isIntake ? await readLead(request) : undefined;
    const answer = lead && (await judge(lead));
    response
      .writeHead(answer ? STATUS[answer.verdict] : isIntake ? 400 : 404, { connection: 'close' })
      .end(JSON.stringify(answer ?? { error: isIntake ? 'not a lead' : 'POST /leads' }));
  });
  server.listen(Number(env.PORT ?? 0), '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/leads`, waiting, tryAgain, close: () => server.close() };
}
