import { linkTo } from '../ground/router.ts';
import type { Live } from '../ground/use-live.ts';
import { Identifier, type IdentifierKind } from './identifier.tsx';
import { ViewTitle } from './view-title.tsx';

interface ThingTitleProps {
  /** The view of the list that it is in. */
  readonly list: string;
  readonly kind: IdentifierKind;
  readonly id: string;
  /** What was read, or why it could not be. */
  readonly live: Live<unknown>;
}

interface MissingProps {
  readonly what: string;
  readonly live: Live<unknown>;
}

/** Says why a thing is not shown. */
export function Missing({ what, live: { error, isMissing = false } }: MissingProps) {
  if (error === undefined) return null;
  const gone = `No ${what}. It may have been removed by a reset.`;
  return <p role="alert">{isMissing ? gone : error}</p>;
}

/** What heads the page of one thing: the way back to its list, its identifier, and what went wrong. */
export function ThingTitle({ list, kind, id, live }: ThingTitleProps) {
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
      <Missing what={`${kind} ${id}`} live={live} />
    </>
  );
}
