/** A message that was sent by POST. */
export interface PostedMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Quotes any text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Returns the command that sends the message again, byte for byte, including its old signature. No
 * part of it is read as a pattern or as a file name.
 */
export function curlOf({ url, headers, body }: PostedMessage): string {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const parts = ['-X POST', ...lines, `--data-raw ${quoted(body)}`];
  return [`curl -i --globoff ${quoted(url)}`, ...parts].join(' \\\n  ');
}
