/** What the first line of a request asks for. */
export interface RequestTarget {
  /** Host and port where the line names them; they count before the `Host` header. */
  readonly authority: string | undefined;
  /** As it was sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
}

const ORIGIN = /^https?:\/\/([^/?#]*)/i;

/**
 * Reads a request's target, nothing normalised: a path, or a whole URL, as a client sends it that
 * believes to speak to a proxy, and every server must understand (RFC 9112 §3.2.2).
 */
export function readTarget(target: string): RequestTarget {
  const [origin = '', authority] = ORIGIN.exec(target) ?? [];
  const rest = target.slice(origin.length);
  const queryAt = rest.indexOf('?');
  const path = queryAt < 0 ? rest : rest.slice(0, queryAt);
  return {
    authority,
    path: path === '' ? '/' : path,
    query: new URLSearchParams(queryAt < 0 ? '' : rest.slice(queryAt + 1)),
  };
}
