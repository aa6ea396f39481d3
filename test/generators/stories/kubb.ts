import { setConfig } from '@kubb/plugin-client/clients/fetch';
import type { AcceptanceCriteria, Failure422 } from '../generated/kubb/index.ts';
import * as api from '../generated/kubb/index.ts';
import { ANY_LEAD, type Outcome, unexpected, type World, WRONG_LEAD } from './story.ts';

export async function play({ baseUrl, seller, buyer, pendingToken }: World): Promise<Outcome> {
  setConfig({ baseURL: baseUrl });
  const sells = { headers: { 'X-API-Key': seller } };
  const buys = { headers: { 'X-API-Key': buyer, 'Content-Type': 'application/json' } };
  const { domains } = (await api.listDomains(sells)).data;
  const [domainId = unexpected(domains)] = domains;
  const page = (await api.listCdrs(domainId, { pageSize: 1, order: 'desc' }, sells)).data;
  const cdrIds = page.cdrs.map((each) => each.cdrId);
  const [cdrId = unexpected(page)] = cdrIds;
  const shared = await api.shareCdr(cdrId, { expiresInMs: 60_000 }, sells);
  const { token, expiresAt } = shared.data;

  const receive = (each: string, acceptance: AcceptanceCriteria) =>
    api.receiveShare(each, { acceptance }, buys);
  // Its client returns every reply as if it were a success, so its type says nothing of refusals.
  const refused = (await receive(token, WRONG_LEAD)) as unknown as Failure422;
  const misspelt = (await receive(token, {
    schemaVersion: 1,
    // @ts-expect-error -- a name that the criteria do not have
    recrod: {},
  })) as unknown as api.Failure400;
  const pending = await receive(pendingToken, ANY_LEAD);
  const received = await receive(token, ANY_LEAD);
  if (pending.ok || !received.ok) return unexpected(received);

  const { cdr } = (await api.getCdr(cdrId, buys)).data;
  const collected = await api.collectCdr(cdrId, buys);
  return {
    ...{ domains, cdrIds, expiresAt },
    refusedFor: refused.error.details.failures.map(({ code }) => code),
    misspelt: misspelt.error.code,
    pending: pending.error.code,
    received: received.data.cdrId,
    mechanism: cdr.detectedDisclosureDetails?.disclosures[0]?.consentMechanism,
    downloadUrl: cdr.downloadUrl,
    alreadyCollected: collected.data.alreadyCollected,
  };
}
