import { isLoopbackHost } from '../../mock/ground/served-hosts.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';

/**
 * Parses the address to post to. Invented events must not reach another host's receiver by
 * accident, so any host but this machine has to be named a second time.
 *
 * @throws `InvalidInputError` if the text is not such an address, or the host was not named.
 */
export function webhookTarget(text: string, allowedHost?: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw invalidInput('url', 'expected an http:// or https:// URL');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidInput('url', 'expected a URL without user information');
  }
  if (!isLoopbackHost(url.hostname) && url.hostname !== allowedHost) {
    const option = `--allow-host ${url.hostname}`;
    throw invalidInput('url', `is not on this machine; if this is intended, add ${option}`);
  }
  return url;
}
