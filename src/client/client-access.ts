import type { Operation } from '../contract/endpoints.ts';
import { endpoints } from '../contract/endpoints.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { Issue } from '../options/issue.ts';
import { environmentVariable } from '../platform/environment.ts';
import { type BaseUrl, BaseUrlProblem, parseBaseUrl } from '../transport/base-url.ts';
import type { KeySource, Settings } from '../transport/settings.ts';

interface AccessOptions {
  readonly apiKey?: KeySource | undefined;
  readonly baseUrl?: string | undefined;
  readonly allowInsecureHttp?: boolean | undefined;
}

const NO_KEY: Issue = {
  path: 'apiKey',
  message: 'is missing; pass it to the client, or set CONSENT_EVIDENCE_API_KEY',
};

const KEY_OF_ANOTHER: Issue = {
  path: 'apiKey',
  message:
    'is missing; CONSENT_EVIDENCE_API_KEY belongs to CONSENT_EVIDENCE_BASE_URL, whose origin is not that of baseUrl: pass the key to the client',
};

/**
 * Returns the environment's key. Its two variables belong together: a key is not sent to another
 * origin than that of the environment's base URL.
 */
function environmentKey(baseUrl: string | undefined): string | Issue {
  const key = environmentVariable('CONSENT_EVIDENCE_API_KEY');
  if (key === undefined) return NO_KEY;
  const own = environmentVariable('CONSENT_EVIDENCE_BASE_URL');
  if (baseUrl === undefined || own === undefined || baseUrl === own) return key;
  const [given, belonging] = [parseBaseUrl(baseUrl, true), parseBaseUrl(own, true)];
  const isSame =
    !(given instanceof BaseUrlProblem) &&
    !(belonging instanceof BaseUrlProblem) &&
    given.origin === belonging.origin;
  return isSame ? key : KEY_OF_ANOTHER;
}

function needsKey(operation: Operation): boolean {
  return !Object.values(endpoints).some((row) => row.operation === operation && !row.needsKey);
}

/**
 * Gives each call the key and the base URL. Environment variables are read at each call; the URL is
 * parsed again only if it has changed. If the base URL is missing or invalid, the same error also
 * reports a missing key, so that setting up a machine takes one failed start, not two.
 */
export function clientAccess(options: AccessOptions): Pick<Settings, 'keySource' | 'baseUrl'> {
  let text: string | undefined;
  let parsed: BaseUrl | undefined;
  const keyGiven = (): KeySource | Issue => options.apiKey ?? environmentKey(options.baseUrl);

  function refusal(message: string, operation: Operation | undefined): InvalidInputError {
    const issues: Issue[] = [{ path: 'baseUrl', message }];
    const key = keyGiven();
    if (typeof key === 'object' && operation !== undefined && needsKey(operation)) {
      issues.unshift(key);
    }
    return new InvalidInputError(issues, operation);
  }

  return {
    keySource(operation) {
      const source = keyGiven();
      if (typeof source === 'object') throw new InvalidInputError([source], operation);
      return source;
    },
    baseUrl(operation) {
      const given = options.baseUrl ?? environmentVariable('CONSENT_EVIDENCE_BASE_URL');
      if (given === undefined) {
        const message = 'is missing; pass it to the client, or set CONSENT_EVIDENCE_BASE_URL';
        throw refusal(message, operation);
      }
      if (parsed === undefined || given !== text) {
        const url = parseBaseUrl(given, options.allowInsecureHttp === true);
        if (url instanceof BaseUrlProblem) throw refusal(url.message, operation);
        [text, parsed] = [given, url];
      }
      return parsed;
    },
  };
}
