import type { CaptureInput } from '../../../mock/capture/capture-input.ts';
import type {
  AddedOrganization,
  OrganizationChanges,
} from '../../../mock/service/controls/organizations.ts';
import { PLAIN_PAGE, type World } from './world.ts';

/** A record, its producer and a buyer; who only shares does not pay for the record itself. */
export interface Parties {
  readonly producer: AddedOrganization;
  readonly buyer: AddedOrganization;
  readonly cdrId: string;
}

/** One record whose producer has not collected it, unless the changes say otherwise. */
export function partiesOf(
  { mock }: World,
  page: Partial<CaptureInput> = {},
  changes: Omit<OrganizationChanges, 'name'> = {},
): Parties {
  const producer = mock.addOrganization({ name: 'Producer', autoCollect: false, ...changes });
  const buyer = mock.addOrganization({ name: 'Buyer' });
  return { producer, buyer, cdrId: mock.capture(producer, { ...PLAIN_PAGE, ...page }).cdrId };
}

/** The same and a token of the record by its producer. */
export async function sharedBy(
  world: World,
  page: Partial<CaptureInput> = {},
  changes: Omit<OrganizationChanges, 'name'> = {},
): Promise<Parties & { readonly token: string }> {
  const parties = partiesOf(world, page, changes);
  return { ...parties, token: await world.tokenOf(parties.producer, parties.cdrId) };
}

/** The token of a capture's share URL. */
export function tokenIn(shareUrl: string | undefined): string {
  const token = /\/v1\/shares\/([^/]+)$/.exec(shareUrl ?? '')?.[1];
  if (token === undefined) throw new Error(`${shareUrl} is no share URL`);
  return token;
}
