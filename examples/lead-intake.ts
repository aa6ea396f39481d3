// A buyer's lead intake over HTTP: `POST /leads` with { id, consentUrl, phone }. One share link is one
// lead's: the second lead to bring it is a duplicate, whatever became of the first. A lead that is held
// or that we must fix is never lost, and what may have been paid for is never refused.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CallError, ConsentEvidence, explainReceive, InvalidInputError } from 'consent-evidence';
import { criteria } from './criteria.ts';
import { DUPLICATE, type Lead, openLedger, type Verdict } from './lead-ledger.ts';

export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  readonly PORT?: string | undefined;
  /** The SQLite file of the leads: `leads.db`. */
  readonly OUT?: string | undefined;
}

const STATUS = { accept: 201, duplicate: 409, refuse: 422, hold: 202, fix: 202 };
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
  const ledger = openLedger(env.OUT ?? 'leads.db');

  async function judge(lead: Lead): Promise<Verdict> {
    const { id } = lead;
    const row = ledger.keep(lead);
    if (row === undefined) return DUPLICATE;
    if (row.verdict !== null) return row.verdict;
    let result: unknown;
    let cdrId = '';
    try {
      const token = client.shares.tokenOf(lead.consentUrl);
      if (!ledger.claim(id, token)) return ledger.settle(id, DUPLICATE);
      ledger.begin(id);
      const receipt = await client.shares.receive(token, {
        acceptance: { ...criteria, leadMatch: { phone: lead.phone } },
        // A receive of this lead has begun before, and its answer was lost or the process died.
        earlierOutcome: row.mayBePaid ? 'unknown' : undefined,
      });
      ({ cdrId } = receipt);
      result = receipt;
    } catch (error) {
      const isTold = error instanceof CallError || error instanceof InvalidInputError;
      if (isTold && ['refused', 'not_sent'].includes(error.outcome)) ledger.undo(id);
      result = error;
    }
    // The ledger knows that this token is this lead's and no other's.
    const { decision, message, sellerMessage } = explainReceive(result, { firstUse: true });
    if (decision === 'accept') return ledger.settle(id, { verdict: decision, cdrId });
    if (decision === 'fix') console.error('call someone:', message);
    const verdict = { verdict: decision, message: sellerMessage };
    return decision === 'hold' || decision === 'fix' ? verdict : ledger.settle(id, verdict);
  }

  /** For a timer, for after a repair and for a restart: receiving again cannot charge twice. */
  async function tryAgain(): Promise<Verdict[]> {
    const verdicts: Verdict[] = [];
    for (const lead of ledger.waiting()) verdicts.push(await judge(lead));
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
  async function close(): Promise<void> {
    await new Promise((resolve) => server.close(resolve));
    ledger.close();
  }
  return { url: `http://127.0.0.1:${port}/leads`, waiting: ledger.waiting, tryAgain, close };
}
