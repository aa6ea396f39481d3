import * as api from '../generated/oazapfts.ts';
import { ANY_LEAD, type Outcome, unexpected, type World, WRONG_LEAD } from './story.ts';

export async function play({ baseUrl, seller, buyer, pendingToken }: World): Promise<Outcome> {
  const sells = { baseUrl, headers: { 'X-API-Key': seller } };
  const buys = { baseUrl, headers: { 'X-API-Key': buyer } };
  // Every other status is a plain number, so the statuses do not tell the answers apart; `ok` does.
  const listed = (await api.listDomains(sells)).data;
  if (!listed.ok) return unexpected(listed);
  const { domains } = listed.data;
  const [domainId = unexpected(listed)] = domains;
  const page = (await api.listCdrs(domainId, { pageSize: 1, order: 'desc' }, sells)).data;
  if (!page.ok) return unexpected(page);
  const cdrIds = page.data.cdrs.map((each) => each.cdrId);
  const [cdrId = unexpected(page)] = cdrIds;
  const shared = (await api.shareCdr(cdrId, { expiresInMs: 60_000 }, sells)).data;
  if (!shared.ok) return unexpected(shared);
  const { token, expiresAt } = shared.data;

  const receive = async (each: string, acceptance: api.AcceptanceCriteria) =>
    (await api.receiveShare(each, { acceptance }, buys)).data;
  const refused = await receive(token, WRONG_LEAD);
  if (refused.ok || !('details' in refused.error)) return unexpected(refused);
  const { details } = refused.error;
  // @ts-expect-error -- a name that the criteria do not have
  const misspelt = await receive(token, { schemaVersion: 1, recrod: {} });
  const pending = await receive(pendingToken, ANY_LEAD);
  const received = await receive(token, ANY_LEAD);
  if (misspelt.ok || pending.ok || !received.ok) return unexpected(received);

  const read = (await api.getCdr(cdrId, buys)).data;
  const collected = (await api.collectCdr(cdrId, buys)).data;
  if (!read.ok || !collected.ok) return unexpected(read);
  const { cdr } = read.data;
  return {
    ...{ domains, cdrIds, expiresAt },
    refusedFor: details && 'failures' in details ? details.failures.map(({ code }) => code) : [],
    misspelt: misspelt.error.code,
    pending: pending.error.code,
    received: received.data.cdrId,
    mechanism: cdr.detectedDisclosureDetails?.disclosures[0]?.consentMechanism,
    downloadUrl: cdr.downloadUrl,
    alreadyCollected: collected.data.alreadyCollected,
  };
}
