import { organizations } from './live.ts';

/** The organization's name, or its id while the name is not known. */
export function nameOf(organizationId: string): string {
  const found = organizations.value.find((each) => each.organizationId === organizationId);
  return found?.name ?? organizationId;
}

/** An organization by its name. */
export function OrganizationName({ id }: { id: string }) {
  return (
    <span class="organization" title={id}>
      {nameOf(id)}
    </span>
  );
}
