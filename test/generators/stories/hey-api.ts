import { createClient } from '../generated/hey-api/client/index.ts';
import * as api from '../generated/hey-api/index.ts';
import { ANY_LEAD, type Outcome, unexpected, type World, WRONG_LEAD } from './story.ts';

export async function play({ baseUrl, seller, buyer, pendingToken }: World): Promise<Outcome> {
  const sells = createClient({ baseUrl, auth: () => seller });
  const buys = createClient({ baseUrl, auth: () => buyer });
  const { data: listed } = await api.listDomains({ client: sells });
  const domains = listed?.data.domains ?? unexpected(listed);
  const [domainId = unexpected(listed)] = domains;
  const page = await api.listCdrs({
    client: sells,
    path: { domainId },
    query: { pageSize: 1, order: 'desc' },
  });
  const cdrIds = page.data?.data.cdrs.map((each) => each.cdrId) ?? unexpected(page);
  const [cdrId = unexpected(page)] = cdrIds;
  const shared = await api.shareCdr({
    client: sells,
    path: { cdrId },
    body: { expiresInMs: 60_000 },
  });
  const { token, expiresAt } = shared.data?.data ?? unexpected(shared);

  const receive = (each: string, acceptance: api.AcceptanceCriteria) =>
    api.receiveShare({ client: buys, path: { token: each }, body: { acceptance } });
  const refused = await receive(token, WRONG_LEAD);
  if (refused.response?.status !== 422) return unexpected(refused);
  const { error } = refused.error as api.ReceiveShareErrors[422];
  // @ts-expect-error -- a name that the criteria do not have
  const misspelt = await receive(token, { schemaVersion: 1, recrod: {} });
  const pending = await receive(pendingToken, ANY_LEAD);
  const received = await receive(token, ANY_LEAD);
  if (pending.data?.ok !== false || received.data?.ok !== true) return unexpected(received);

  const read = await api.getCdr({ client: buys, path: { cdrId } });
  const { cdr } = read.data?.data ?? unexpected(read);
  const collected = await api.collectCdr({ client: buys, path: { cdrId } });
  return {
    ...{ domains, cdrIds, expiresAt },
    refusedFor: error.details.failures.map(({ code }) => code),
    misspelt: misspelt.error?.error.code ?? 'none',
    pending: pending.data.error.code,
    received: received.data.data.cdrId,
    mechanism: cdr.detectedDisclosureDetails?.disclosures[0]?.consentMechanism,
    downloadUrl: cdr.downloadUrl,
    alreadyCollected: collected.data?.data.alreadyCollected ?? unexpected(collected),
  };
}
