import type { BaseUrl } from '../transport/base-url.ts';
import { isLoopback } from '../transport/loopback.ts';

/** Why no image may be asked for at an address; never repeats it, for it is signed. */
export class EvidenceUrlProblem {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

function isSafe({ protocol, hostname, origin }: URL, base: BaseUrl): boolean {
  if (protocol === 'https:') return true;
  // Where even the API is asked over http://, on its own host or on this machine: a local service.
  const isPlainApi = base.origin.startsWith('http:');
  return protocol === 'http:' && isPlainApi && (isLoopback(hostname) || origin === base.origin);
}

/** The download URL of a record, if it may be asked: a reply must not send us anywhere else. */
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
      'downloadUrl is not https://; http:// is allowed only if baseUrl is http:// too, and only on its host or on this machine',
    );
  }
  return url;
}
