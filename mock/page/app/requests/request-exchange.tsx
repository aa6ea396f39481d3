import type { RequestDetail } from '../ground/rows.ts';
import { Facts } from '../parts/facts.tsx';
import { WireText } from '../parts/wire-text.tsx';

type Exchange = NonNullable<RequestDetail['exchange']>;
type Text = NonNullable<Exchange['body']>;

const labelOf = (label: string, { isCut }: Text): string =>
  isCut ? `${label} (first 64 KB)` : label;

function Query({ query }: { query: Exchange['query'] }) {
  if (query.length === 0) return null;
  const lines = query.map(({ name, value }) => `${name}=${value}`).join('\n');
  return <WireText label="Query" text={lines} />;
}

/**
 * The contents of a request and its reply. Secrets and phone numbers are masked before they are
 * kept.
 */
export function RequestExchange({ request }: { request: RequestDetail }) {
  const { exchange, keepsBodies } = request;
  if (exchange === null) {
    return (
      <section>
        <h2>Request and reply</h2>
        <p class="quiet prose">
          {keepsBodies ? (
            'The bodies of this request are not kept: it is too old, or it came before the fake was served.'
          ) : (
            <>
              Bodies are not kept here. To keep them, start the fake with <code>--keep-bodies</code>
              , or call <code>serveMock</code> with <code>keepBodies</code>. Secrets and phone
              numbers are masked.
            </>
          )}
        </p>
      </section>
    );
  }
  const { headers, query, body, reply } = exchange;
  return (
    <section>
      <h2>Request and reply</h2>
      <p class="quiet">Share tokens, keys, signatures and phone numbers are masked.</p>
      <Query query={query} />
      <Facts title="Headers of the request" facts={headers} empty="None." />
      {body !== null && <WireText label={labelOf('Body', body)} text={body.text} />}
      {reply === null ? (
        <p>No reply was sent: the connection was dropped.</p>
      ) : (
        <>
          <WireText label={labelOf('Reply', reply)} text={reply.text} />
          <Facts title="Headers of the reply" facts={reply.headers} empty="None." />
        </>
      )}
    </section>
  );
}
