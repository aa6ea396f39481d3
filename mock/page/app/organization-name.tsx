import { organizations } from './live.ts';
import { linkTo } from './router.ts';

/** Returns the organization's name, or its id while the name is not known. */
export function nameOf(organizationId: string): string {
  const found = organizations.value.find((each) => each.organizationId === organizationId);
  return found?.name ?? organizationId;
}

/** An organization's name, linked to the records that it holds. */
export function OrganizationName({ id }: { id: string }) {
  return (
    <a class="organization" title={id} href={linkTo('records', '', { organization: id })}>
      {nameOf(id)}
    </a>
  );
}
