import { jsonText } from '../../../../src/texts/json-text.ts';
import { shortToken } from '../../../ground/ids.ts';
import { filterAt } from '../ground/router.ts';
import type { TokenRow } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { CopyButton } from './copy-button.tsx';
import { type IdentifierKind, pageOf, shownId } from './identifier.tsx';
import { spacedJson } from './spaced-json.ts';
import { ViewTitle } from './view-title.tsx';

const PATHS: Readonly<Record<IdentifierKind, string>> = {
  record: 'records',
  request: 'requests',
  delivery: 'deliveries',
  token: 'tokens',
  organization: 'organizations',
};

/** A share token is a bearer credential and is never shown whole, also where a text repeats it. */
const TOKEN = /(shr_\w{4})[\w-]+/g;

/** Cuts the tokens that the JSON holds. A token of a seed can be any text. */
function cutTokens(json: string, data: unknown): string {
  const { token, tokens = [] } = (data ?? {}) as { token?: TokenRow; tokens?: TokenRow[] };
  const quoted = (text: string): string => JSON.stringify(text);
  return [...tokens, ...(token ? [token] : [])].reduce(
    (cut, each) => cut.replaceAll(quoted(each.token), quoted(shortToken(each.token))),
    json.replace(TOKEN, '$1…'),
  );
}

const isKind = (text: string): text is IdentifierKind => Object.hasOwn(PATHS, text);

/** The control API's JSON for one thing. */
export function JsonView({ id }: { id: string }) {
  const kind = filterAt('kind');
  if (!isKind(kind) || id === '') return <ViewTitle>JSON not found</ViewTitle>;
  return <Json kind={kind} id={id} />;
}

function Json({ kind, id }: { kind: IdentifierKind; id: string }) {
  const { data, error } = useLive<unknown>(`/${PATHS[kind]}/${encodeURIComponent(id)}`);
  const shown = shownId(kind, id);
  const text = data === undefined ? '' : spacedJson(jsonText(data));
  const cut = cutTokens(text, data);
  return (
    <>
      <p>
        <a href={pageOf(kind, id)}>The page of {shown}</a>
      </p>
      <ViewTitle>JSON of {shown}</ViewTitle>
      {error !== undefined && <p role="alert">{error}</p>}
      {data !== undefined && (
        <>
          <p class="buttons">
            <CopyButton text={text} what={`the JSON of ${shown}`}>
              Copy
            </CopyButton>
            {cut !== text && (
              <span class="quiet">Share tokens are shortened here, but not in the copy.</span>
            )}
          </p>
          <pre class="whole" tabIndex={0} aria-label={`JSON of ${shown}`}>
            {cut}
          </pre>
        </>
      )}
    </>
  );
}
