/** A message as it goes over the wire. */
export interface SentMessage {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Headers that curl makes itself, from what it is given. */
const CURLS_OWN = new Set(['host', 'content-length', 'connection', 'accept-encoding']);

/** Quotes any text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Returns the command that sends the message again, byte for byte, including its old signature or its
 * key. No part of it is read as a pattern or as a file name.
 */
export function curlOf({ method, url, headers, body }: SentMessage): string {
  const lines = Object.entries(headers)
    .filter(([name]) => !CURLS_OWN.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const data = body === null ? [] : [`--data-raw ${quoted(body)}`];
  const asked = method === 'HEAD' ? ['--head'] : method === 'GET' ? [] : [`-X ${quoted(method)}`];
  return [`curl -i --globoff ${quoted(url)}`, ...asked, ...lines, ...data].join(' \\\n  ');
}
