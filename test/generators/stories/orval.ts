import * as api from '../generated/orval/api.ts';
import { ANY_LEAD, type Outcome, unexpected, type World, WRONG_LEAD } from './story.ts';

export async function play({ seller, buyer, pendingToken }: World): Promise<Outcome> {
  const sells = { headers: { 'X-API-Key': seller } };
  const buys = { headers: { 'X-API-Key': buyer } };
  const listed = await api.listDomains(sells);
  if (listed.status !== 200) return unexpected(listed);
  const { domains } = listed.data.data;
  const [domainId = unexpected(listed)] = domains;
  const page = await api.listCdrs(domainId, { pageSize: 1, order: 'desc' }, sells);
  if (page.status !== 200) return unexpected(page);
  const cdrIds = page.data.data.cdrs.map((each) => each.cdrId);
  const [cdrId = unexpected(page)] = cdrIds;
  const shared = await api.shareCdr(cdrId, { expiresInMs: 60_000 }, sells);
  if (shared.status !== 200) return unexpected(shared);
  const { token, expiresAt } = shared.data.data;

  const receive = (each: string, acceptance: api.AcceptanceCriteria) =>
    api.receiveShare(each, { acceptance }, buys);
  const refused = await receive(token, WRONG_LEAD);
  if (refused.status !== 422) return unexpected(refused);
  // @ts-expect-error -- a name that the criteria do not have
  const misspelt = await receive(token, { schemaVersion: 1, recrod: {} });
  const pending = await receive(pendingToken, ANY_LEAD);
  const received = await receive(token, ANY_LEAD);
  if (misspelt.status !== 400 || pending.status !== 202) return unexpected(pending);
  if (received.status !== 200) return unexpected(received);

  const read = await api.getCdr(cdrId, buys);
  const collected = await api.collectCdr(cdrId, buys);
  if (read.status !== 200 || collected.status !== 200) return unexpected(read);
  const { cdr } = read.data.data;
  return {
    ...{ domains, cdrIds, expiresAt },
    refusedFor: refused.data.error.details.failures.map(({ code }) => code),
    misspelt: misspelt.data.error.code,
    pending: pending.data.error.code,
    received: received.data.data.cdrId,
    mechanism: cdr.detectedDisclosureDetails?.disclosures[0]?.consentMechanism,
    downloadUrl: cdr.downloadUrl,
    alreadyCollected: collected.data.data.alreadyCollected,
  };
}
