import type { CaptureInput } from '../../../mock/capture/capture-input.ts';
import type { OrganizationChanges } from '../../../mock/service/controls/organization-input.ts';
import type { Open } from './each-door.ts';
import type { Receiver } from './receiver.ts';
import { PLAIN_PAGE, type World } from './world.ts';

/** The webhook of the producer in these tests. */
export const WEBHOOK = { url: 'https://producer.example/hook', secret: 'whsec_test' };

/** Opens a world whose deliveries all go to one receiver. */
export function openFor(open: Open, { webhookFetch }: Receiver): Promise<World> {
  return open({ webhookFetch });
}

/** Captures for a producer with a webhook; the delivery is due at once. */
export function announced(
  { mock }: World,
  page: Partial<CaptureInput> = {},
  changes: Omit<OrganizationChanges, 'name'> = {},
) {
  const organization = mock.addOrganization({ name: 'Producer', webhook: WEBHOOK, ...changes });
  return { organization, ...mock.capture(organization, { ...PLAIN_PAGE, ...page }) };
}
