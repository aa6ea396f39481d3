import { nameOf } from '../ground/live.ts';
import { linkTo } from '../ground/router.ts';

/** An organization's name, linked to the records that it holds. */
export function OrganizationName({ id }: { id: string }) {
  return (
    <a class="organization" title={id} href={linkTo('records', '', { organization: id })}>
      {nameOf(id)}
    </a>
  );
}
