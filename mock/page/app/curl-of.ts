/** A message that went out by POST. */
export interface PostedMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The text as one word of a POSIX shell, whatever stands in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The command that sends the message once more, byte for byte, its old signature included. No part of
 * it is read as a pattern or as the name of a file.
 */
export function curlOf({ url, headers, body }: PostedMessage): string {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const parts = ['-X POST', ...lines, `--data-raw ${quoted(body)}`];
  return [`curl -i --globoff ${quoted(url)}`, ...parts].join(' \\\n  ');
}
