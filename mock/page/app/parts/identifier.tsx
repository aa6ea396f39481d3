import { shortToken } from '../../../ground/ids.ts';
import { linkTo } from '../ground/router.ts';
import { CopyButton } from './copy-button.tsx';

/** The kinds of things that have their own page. */
export type IdentifierKind = 'record' | 'request' | 'delivery' | 'token' | 'organization';

const PAGE_OF: Readonly<Record<IdentifierKind, (id: string) => string>> = {
  record: (id) => linkTo('records', id),
  request: (id) => linkTo('requests', id),
  delivery: (id) => linkTo('deliveries', id),
  token: (id) => linkTo('tokens', id),
  organization: (id) => linkTo('records', '', { organization: id }),
};

/** Returns the identifier as it may be shown: a share token is cut. */
export const shownId = (kind: IdentifierKind, id: string): string =>
  kind === 'token' ? shortToken(id) : id;

/** Returns the address of its page. */
export const pageOf = (kind: IdentifierKind, id: string): string => PAGE_OF[kind](id);

/** A button that copies an identifier. */
export function CopyId({ id, shown = id }: { id: string; shown?: string }) {
  return (
    <CopyButton text={id} what={shown}>
      <svg aria-hidden="true" viewBox="0 0 16 16">
        <path d="M5 5V2h9v9h-3M2 5h9v9H2z" />
      </svg>
      <span class="unseen">Copy {shown}</span>
    </CopyButton>
  );
}

interface IdentifierProps {
  readonly kind: IdentifierKind;
  readonly id: string;
  /** The text shown. Default: the identifier itself. */
  readonly text?: string;
  /** Whether it is shown on its own page. */
  readonly isHere?: boolean;
}

/** An identifier with links to its page and its JSON, and a button that copies it. */
export function Identifier({ kind, id, text, isHere = false }: IdentifierProps) {
  const shown = shownId(kind, id);
  return (
    <span class="identifier">
      {!isHere && (
        <a class="code" href={pageOf(kind, id)}>
          {text ?? shown}
        </a>
      )}
      <CopyId id={id} shown={shown} />
      <a class="json" title="JSON" href={linkTo('json', id, { kind })}>
        <span aria-hidden="true">{'{}'}</span>
        <span class="unseen">JSON of {shown}</span>
      </a>
    </span>
  );
}
