import createClient from 'openapi-fetch';
import type { components, paths } from '../generated/openapi-typescript.ts';
import { ANY_LEAD, type Outcome, unexpected, type World, WRONG_LEAD } from './story.ts';

type AcceptanceCriteria = components['schemas']['AcceptanceCriteria'];

const clientOf = ({ baseUrl }: World, apiKey: string) =>
  createClient<paths>({ baseUrl, headers: { 'X-API-Key': apiKey } });

export async function play(world: World): Promise<Outcome> {
  const [sells, buys] = [clientOf(world, world.seller), clientOf(world, world.buyer)];
  const { data: listed } = await sells.GET('/v1/domains');
  const [domainId] = listed?.data.domains ?? unexpected(listed);
  if (domainId === undefined) return unexpected(listed);
  const query = { pageSize: 1, order: 'desc' } as const;
  const path = { domainId };
  const page = await sells.GET('/v1/domains/{domainId}/cdrs', { params: { path, query } });
  const cdrIds = page.data?.data.cdrs.map((each) => each.cdrId) ?? unexpected(page);
  const record = { params: { path: { cdrId: cdrIds[0] ?? unexpected(page) } } };
  const shared = await sells.POST('/v1/cdrs/{cdrId}/share', {
    ...record,
    body: { expiresInMs: 60_000 },
  });
  const { token, expiresAt } = shared.data?.data ?? unexpected(shared);

  const receive = (each: string, acceptance: AcceptanceCriteria) =>
    buys.POST('/v1/shares/{token}', { params: { path: { token: each } }, body: { acceptance } });
  const refused = await receive(token, WRONG_LEAD);
  const { error } = refused.error ?? unexpected(refused);
  if (!('details' in error && error.details && 'failures' in error.details))
    return unexpected(error);
  // @ts-expect-error -- a name that the criteria do not have
  const misspelt = await receive(token, { schemaVersion: 1, recrod: {} });
  const pending = await receive(world.pendingToken, ANY_LEAD);
  const received = await receive(token, ANY_LEAD);
  if (pending.data?.ok !== false || received.data?.ok !== true) return unexpected(received);

  const read = await buys.GET('/v1/cdrs/{cdrId}', record);
  const { cdr } = read.data?.data ?? unexpected(read);
  const collected = await buys.POST('/v1/cdrs/{cdrId}/collect', record);
  return {
    ...{ domains: listed?.data.domains ?? [], cdrIds, expiresAt },
    refusedFor: error.details.failures.map(({ code }) => code),
    misspelt: misspelt.error?.error.code ?? 'none',
    pending: pending.data.error.code,
    received: received.data.data.cdrId,
    mechanism: cdr.detectedDisclosureDetails?.disclosures[0]?.consentMechanism,
    downloadUrl: cdr.downloadUrl,
    alreadyCollected: collected.data?.data.alreadyCollected ?? unexpected(collected),
  };
}
