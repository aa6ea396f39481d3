import { linkTo } from '../ground/router.ts';
import { Identifier, type IdentifierKind } from './identifier.tsx';
import { ViewTitle } from './view-title.tsx';

interface ThingTitleProps {
  /** The view of the list that it is in. */
  readonly list: string;
  readonly kind: IdentifierKind;
  readonly id: string;
  /** Why it could not be read. */
  readonly error: string | undefined;
}

/** What heads the page of one thing: the way back to its list, its identifier, and what went wrong. */
export function ThingTitle({ list, kind, id, error }: ThingTitleProps) {
  return (
    <>
      <p>
        <a href={linkTo(list)}>All {list}</a>
      </p>
      <div class="title">
        <ViewTitle>
          {kind[0]?.toUpperCase()}
          {kind.slice(1)} {id}
        </ViewTitle>
        <Identifier kind={kind} id={id} isHere />
      </div>
      {error !== undefined && <p role="alert">{error}</p>}
    </>
  );
}
