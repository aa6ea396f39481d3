import { isKnownErrorCode } from '../contract/error-codes.ts';
import { ApiError } from '../errors/api-error.ts';
import {
  AbortError,
  ConnectionError,
  TimeoutError,
  UnexpectedReplyError,
} from '../errors/call-errors.ts';
import type { CallError, CallFacts } from '../errors/consent-evidence-error.ts';
import { codeOfCause } from './classify-failure.ts';
import type { Outgoing } from './outgoing.ts';
import type { AttemptResult } from './parsed-reply.ts';
import type { Redactor } from './redact.ts';

type Failed = Exclude<AttemptResult<unknown>, { kind: 'value' }>;

function withHint(message: string, hint: string): string {
  return hint === '' ? message : `${message} (${hint})`;
}

function timeoutText({ limit, ms }: Extract<Failed, { kind: 'timeout' }>): string {
  if (limit === 'timeoutMs') return `no complete response within timeoutMs (${ms} ms)`;
  return 'deadlineMs passed before there was a complete response';
}

function unansweredText(
  { notSent, cause }: Extract<Failed, { kind: 'unanswered' }>,
  origin: string,
  redactor: Redactor,
): string {
  const server = redactor.text(origin);
  const what = notSent
    ? `could not connect to ${server}`
    : `the connection to ${server} failed before the response was complete`;
  const code = codeOfCause(cause);
  return code === undefined ? what : `${what}: ${redactor.text(code)}`;
}

/** What an endpoint's row says about its failures. */
type Told = Pick<Outgoing<unknown>, 'inDoubt' | 'hints'>;

/** Returns what the code alone does not say, for the reader of the message. */
function hintForCode({ code, details }: { code: string; details: unknown }, { hints = {} }: Told) {
  // The details say enough.
  if (code === 'INVALID_ARGUMENT' && (details ?? undefined) !== undefined) return '';
  if (isKnownErrorCode(code) && hints[code] !== undefined) return hints[code];
  if (code === 'NOT_FOUND' || code === 'METHOD_NOT_ALLOWED') {
    return 'a wrong baseUrl looks the same: unknown paths are refused before the key is checked';
  }
  return code === 'UNAUTHENTICATED' ? 'a key that was revoked fails within five minutes' : '';
}

/**
 * Returns the error of a call whose last attempt ended in `result`. The message names `origin`,
 * where the attempt went, but never the path, which can be a token or a signed URL.
 */
export function toCallError(
  result: Failed,
  facts: CallFacts,
  redactor: Redactor,
  { origin, ...told }: Told & { readonly origin: string },
): CallError {
  const advice = facts.outcome === 'unknown' ? (told.inDoubt?.hint ?? '') : '';
  switch (result.kind) {
    case 'abort':
      return new AbortError('aborted by the caller', { ...facts, cause: result.reason });
    case 'timeout':
      return new TimeoutError(result.limit, withHint(timeoutText(result), advice), facts);
    case 'unanswered': {
      const message = withHint(unansweredText(result, origin, redactor), advice);
      return new ConnectionError(message, { ...facts, cause: redactor.cause(result.cause) });
    }
    case 'unexpected': {
      const reply = {
        ...result,
        bodyText: redactor.begin(result.bodyText),
        data: redactor.json(result.data),
        headers: redactor.headers(result.response.headers),
      };
      return new UnexpectedReplyError(withHint(result.message, advice), reply, facts);
    }
    case 'failure': {
      const hint = advice || hintForCode(result, told);
      const message = withHint(redactor.begin(result.message), hint);
      const code = redactor.text(result.code);
      const details = redactor.json(result.details);
      const headers = redactor.headers(result.response.headers);
      return new ApiError({ ...result, code, message, details, headers }, facts);
    }
  }
}
