import { endpoints } from '../../contract/endpoints.ts';
import { ERROR_STATUS, isKnownErrorCode } from '../../contract/error-codes.ts';
import { issuesOf } from '../../contract/issue.ts';
import { PENDING_RETRY_SECONDS } from '../../contract/limits.ts';
import { matchPath } from '../../contract/path.ts';
import { surelyFits } from '../../contract/surely-fits.ts';
import { listOf, membersOf } from '../answer.ts';
import type { Exchange, ObservedRule } from '../observed.ts';
import { shapeOf, shownCode } from '../shape-of.ts';

/** A statement that every response is checked against, with its section. */
export interface EveryAnswerRule extends ObservedRule {
  readonly section: string;
  readonly basis: 'stated' | 'chosen';
}

function rule(
  section: string,
  words: string,
  see: ObservedRule['see'],
  basis: 'stated' | 'chosen' = 'stated',
): EveryAnswerRule {
  return { section, rule: words, see, basis };
}

const isRedirect = ({ answer }: Exchange): boolean => answer.status >= 300 && answer.status < 400;

/** Returns the envelope. The response to HEAD has no body, and a redirect has no envelope. */
function envelopeOf(exchange: Exchange): Readonly<Record<string, unknown>> | undefined {
  if (exchange.ask.method === 'HEAD' || isRedirect(exchange)) return undefined;
  return membersOf(exchange.answer.json) ?? {};
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Returns the first mismatch between `data` and the contract of its endpoint; `true` if it fits. */
function mismatchOf({ ask, answer }: Exchange): string | true | undefined {
  const [path = ''] = ask.path.split('?');
  const endpoint = Object.values(endpoints).find(
    (row) =>
      row.method === ask.method &&
      [row.path, ...row.aliases].some((template) => matchPath(template, path) !== undefined),
  );
  if (endpoint?.data == null || answer.data === undefined) return undefined;
  const schema = endpoint.data();
  if (surelyFits(schema, answer.data)) return true;
  const [issue] = issuesOf(schema, answer.data);
  return issue === undefined ? true : `data.${issue.path}: ${issue.message}`;
}

/** Keeps the ids that it has seen, so each run needs its own. */
function uniqueIds(): ObservedRule['see'] {
  const seen = new Set<string>();
  return (exchange) => {
    const envelope = envelopeOf(exchange);
    const id = envelope?.['requestId'] ?? exchange.answer.error?.['requestId'];
    if (typeof id !== 'string') return undefined;
    if (seen.has(id)) return 'one requestId for two answers';
    seen.add(id);
    return true;
  };
}

const statusRules = Object.entries(ERROR_STATUS).map(([code, status]) =>
  rule('7', `${code} is ${status}.`, ({ answer }) => {
    if (answer.code !== code) return undefined;
    return answer.status === status ? true : `${answer.status} ${code}`;
  }),
);

/** The rules that every response of a run is checked against, most of them of spec §1, §2.1 and §7. */
export const everyAnswerRules = (): EveryAnswerRule[] => [
  rule('1', 'Every response carries Cache-Control: no-store.', ({ answer }) =>
    /(?:^|[\s,])no-store(?:$|[\s,])/i.test(answer.headers.get('cache-control') ?? '')
      ? true
      : `${answer.status} without no-store`,
  ),
  rule('1', 'No response has a CORS header.', ({ answer }) =>
    [...answer.headers.keys()].some((name) => name.startsWith('access-control-'))
      ? `${answer.status} with a CORS header`
      : true,
  ),
  rule(
    '2.1',
    'A success has ok, data and requestId, a failure ok and error with code, message and requestId.',
    (exchange) => {
      const envelope = envelopeOf(exchange);
      if (envelope === undefined) return undefined;
      const { ok, data, requestId } = envelope;
      const error = membersOf(envelope['error']);
      const isSuccess = ok === true && membersOf(data) !== undefined && isText(requestId);
      const isFailure =
        ok === false &&
        isText(error?.['code']) &&
        typeof error?.['message'] === 'string' &&
        isText(error['requestId']);
      return isSuccess || isFailure
        ? true
        : `${exchange.answer.status} ${shapeOf(exchange.answer.json)}`;
    },
  ),
  rule('2.1', 'A success has its requestId at the top and nowhere else.', (exchange) => {
    const envelope = envelopeOf(exchange);
    if (envelope?.['ok'] !== true) return undefined;
    const inner = membersOf(envelope['data'])?.['requestId'];
    return isText(envelope['requestId']) && inner === undefined ? true : shapeOf(envelope);
  }),
  rule('2.1', 'A failure has its requestId inside error and nowhere else.', (exchange) => {
    const envelope = envelopeOf(exchange);
    if (envelope?.['ok'] !== false) return undefined;
    const inner = membersOf(envelope['error'])?.['requestId'];
    return isText(inner) && envelope['requestId'] === undefined ? true : shapeOf(envelope);
  }),
  rule('2.1', 'Every response has a requestId of its own.', uniqueIds()),
  rule('2.1', 'ok means success; a 2xx status alone does not.', ({ answer }) => {
    if (answer.data !== undefined)
      return answer.status === 200 ? true : `${answer.status} with ok: true`;
    if (answer.error === undefined || answer.status >= 300) return undefined;
    return answer.code === 'CDR_PENDING' ? true : `${answer.status} ${shownCode(answer.code)}`;
  }),
  rule('2.1', 'details stand on rejected criteria and failed acceptance alone.', ({ answer }) => {
    if (answer.error === undefined) return undefined;
    const details = answer.error['details'];
    if (details === undefined)
      return answer.code === 'CDR_ACCEPTANCE_FAILED' ? '422 without details' : true;
    const isKnown = answer.code === 'CDR_ACCEPTANCE_FAILED' || answer.code === 'INVALID_ARGUMENT';
    return isKnown ? true : `${shownCode(answer.code)} with details`;
  }),
  rule(
    '2.1',
    'The data of a success has the documented members, of the documented types.',
    mismatchOf,
  ),
  rule('7', 'An error code is one of those that are listed.', ({ answer }) => {
    if (answer.code === undefined) return undefined;
    return isKnownErrorCode(answer.code) ? true : `${answer.status} ${shownCode(answer.code)}`;
  }),
  ...statusRules,
  rule('8', 'Retry-After is 2 seconds.', ({ answer }) => {
    if (answer.code !== 'CDR_PENDING') return undefined;
    const given = answer.headers.get('retry-after') === String(PENDING_RETRY_SECONDS);
    return given ? true : '202 with another Retry-After';
  }),
  rule(
    '4.6 rule 7',
    'Retry-After stands on CDR_PENDING alone.',
    ({ answer }) =>
      answer.code === 'CDR_PENDING' || !answer.headers.has('retry-after')
        ? true
        : `${answer.status} with Retry-After`,
    'chosen',
  ),
  rule('4.2 rule 4', 'At the end nextPageToken is absent, not null.', ({ answer }) => {
    if (!Array.isArray(answer.data?.['cdrs'])) return undefined;
    const token = answer.data['nextPageToken'];
    return token === undefined || isText(token) ? true : shapeOf({ nextPageToken: token });
  }),
  rule('7.1', 'The outcome is rejected.', ({ answer }) => {
    if (answer.code !== 'CDR_ACCEPTANCE_FAILED') return undefined;
    const { outcome } = membersOf(answer.error?.['details']) ?? {};
    return outcome === 'rejected' ? true : 'another outcome';
  }),
  rule('7.1', 'A failure has exactly three fields.', ({ answer }) => {
    if (answer.code !== 'CDR_ACCEPTANCE_FAILED') return undefined;
    const failures = listOf(membersOf(answer.error?.['details'])?.['failures']);
    const odd = failures.find((each) => {
      const { ruleId, status, code, ...rest } = membersOf(each) ?? {};
      const isWhole =
        isText(ruleId) && isText(code) && ['failed', 'unavailable'].includes(String(status));
      return !isWhole || Object.keys(rest).length > 0;
    });
    if (failures.length === 0) return 'no failures';
    return odd === undefined ? true : shapeOf(odd);
  }),
];
