import type { WebResponse } from '../platform/platform.ts';
import type { ParsedReply, ReadContext } from '../transport/parsed-reply.ts';
import { discardBody, readRedirect, unexpected } from '../transport/read-refusal.ts';
import { isRedirect, readAnswer, readFailureText } from '../transport/read-reply.ts';

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Reads the answer of `GET /v1/shares/<token>`: a 302 whose `Location` is the result (spec §4.7). */
export async function readDashboardUrl(
  response: WebResponse,
  { signal }: ReadContext,
): Promise<ParsedReply<string>> {
  if ((response as Partial<Response>).type === 'opaqueredirect') {
    discardBody(response);
    return unexpected('this runtime hides the target of a redirect; call it from a server');
  }
  if (response.status === 302) {
    discardBody(response);
    const location = response.headers.get('location') ?? '';
    if (isWebAddress(location)) return { kind: 'value', value: location };
    return unexpected('the redirect has no http(s) target');
  }
  if (isRedirect(response)) return readRedirect(response);
  const text = await readAnswer(response, signal);
  if (typeof text !== 'string') return text;
  const message = `expected a redirect, but the response is ${response.status}`;
  return readFailureText(text) ?? unexpected(message, text);
}
