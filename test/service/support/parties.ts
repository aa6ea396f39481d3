import type { CaptureInput } from '../../../mock/capture/capture-input.ts';
import type { OrganizationChanges } from '../../../mock/service/controls/organization-input.ts';
import type { AddedOrganization } from '../../../mock/service/controls/organizations.ts';
import { PLAIN_PAGE, type World } from './world.ts';

/** A record, its producer and a buyer. The producer does not pay for the record just to share it. */
export interface Parties {
  readonly producer: AddedOrganization;
  readonly buyer: AddedOrganization;
  readonly cdrId: string;
}

/** Captures one record. By default, its producer has not collected it. */
export function partiesOf(
  { mock }: World,
  page: Partial<CaptureInput> = {},
  changes: Omit<OrganizationChanges, 'name'> = {},
): Parties {
  const producer = mock.addOrganization({ name: 'Producer', autoCollect: false, ...changes });
  const buyer = mock.addOrganization({ name: 'Buyer' });
  return { producer, buyer, cdrId: mock.capture(producer, { ...PLAIN_PAGE, ...page }).cdrId };
}

/** Does the same, and adds a token of the record by its producer. */
export async function sharedBy(
  world: World,
  page: Partial<CaptureInput> = {},
  changes: Omit<OrganizationChanges, 'name'> = {},
): Promise<Parties & { readonly token: string }> {
  const parties = partiesOf(world, page, changes);
  return { ...parties, token: await world.tokenOf(parties.producer, parties.cdrId) };
}

/** Returns the token in a capture's share URL. */
export function tokenIn(shareUrl: string | undefined): string {
  const token = /\/v1\/shares\/([^/]+)$/.exec(shareUrl ?? '')?.[1];
  if (token === undefined) throw new Error(`${shareUrl} is no share URL`);
  return token;
}
