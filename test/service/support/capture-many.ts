import type { CaptureInput } from '../../../mock/capture/capture-input.ts';
import type { AddedOrganization } from '../../../mock/service/controls/organizations.ts';
import { START } from './each-door.ts';
import { PLAIN_PAGE, type World } from './world.ts';

/** Captures `count` records, one second apart, the last at `START`; returns their ids, oldest first. */
export function captureMany(
  { mock }: World,
  organization: AddedOrganization,
  count: number,
  page: Partial<CaptureInput> = {},
): string[] {
  return Array.from({ length: count }, (_, index) => {
    const createdAt = START - (count - 1 - index) * 1000;
    return mock.capture(organization, { ...PLAIN_PAGE, createdAt, ...page }).cdrId;
  });
}
