import type { Operation } from './contract/endpoints.ts';
import { endpoints } from './contract/endpoints.ts';
import { environmentVariable } from './environment.ts';
import { InvalidInputError } from './errors/invalid-input-error.ts';
import type { Issue } from './options/issue.ts';
import { type BaseUrl, BaseUrlProblem, parseBaseUrl } from './transport/base-url.ts';
import type { KeySource, Settings } from './transport/settings.ts';

interface AccessOptions {
  readonly apiKey?: KeySource | undefined;
  readonly baseUrl?: string | undefined;
  readonly allowInsecureHttp?: boolean | undefined;
}

const NO_KEY: Issue = {
  path: 'apiKey',
  message: 'is missing; pass it to the client, or set CONSENT_EVIDENCE_API_KEY',
};

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
  const keyGiven = (): KeySource | undefined =>
    options.apiKey ?? environmentVariable('CONSENT_EVIDENCE_API_KEY');

  function refusal(message: string, operation: Operation | undefined): InvalidInputError {
    const keyless = operation !== undefined && needsKey(operation) && keyGiven() === undefined;
    const issue: Issue = { path: 'baseUrl', message };
    return new InvalidInputError(keyless ? [NO_KEY, issue] : [issue], operation);
  }

  return {
    keySource(operation) {
      const source = keyGiven();
      if (source === undefined) throw new InvalidInputError([NO_KEY], operation);
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
