import type { BaseUrl } from '../transport/base-url.ts';
import { isLoopback } from '../transport/loopback.ts';

/** Why no image may be requested from a URL. Never repeats the URL, because it is signed. */
export class EvidenceUrlProblem {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

function isSafe({ protocol, hostname, origin }: URL, base: BaseUrl): boolean {
  if (protocol === 'https:') return true;
  // If even the API is on http://, so may the image be: on the same origin or on this machine.
  const isPlainApi = base.origin.startsWith('http:');
  return protocol === 'http:' && isPlainApi && (isLoopback(hostname) || origin === base.origin);
}

/** Returns the download URL if it is safe: a reply must not send us to an arbitrary address. */
export function evidenceUrl(
  downloadUrl: string | undefined,
  base: BaseUrl,
): URL | EvidenceUrlProblem {
  if (downloadUrl === undefined) {
    return new EvidenceUrlProblem('the record is collected but has no downloadUrl');
  }
  if (typeof downloadUrl !== 'string' || !URL.canParse(downloadUrl)) {
    return new EvidenceUrlProblem('downloadUrl is not an absolute URL');
  }
  const url = new URL(downloadUrl);
  if (url.username !== '' || url.password !== '') {
    return new EvidenceUrlProblem('downloadUrl contains user information');
  }
  if (!isSafe(url, base)) {
    return new EvidenceUrlProblem(
      'downloadUrl is not https://; http:// is allowed only if baseUrl is http:// too, and only on its origin or on this machine',
    );
  }
  return url;
}
