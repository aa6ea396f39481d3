import { MADE_UP, MADE_UP_KEYS } from '../ask.ts';
import { differs, holds, isAnswer, told } from '../finding.ts';
import { rowsOf } from '../statement-row.ts';
import { askAsNobody, each, NO_KEY, SHARE, UNKNOWN } from './as-nobody.ts';

const stated = rowsOf(0);
const chosen = rowsOf(0, 'chosen');

/** Keys (spec §5), checked with requests that have no key or a made-up one. */
export const keyStatements = [
  stated(
    '5.1',
    'Reading takes an API key.',
    'GET of a made-up record, a list and the domains.',
    (run) =>
      each(
        run,
        [
          ['GET', `/v1/cdrs/${MADE_UP}`],
          ['GET', `/v1/domains/${MADE_UP}/cdrs`],
          ['GET', '/v1/domains'],
        ],
        NO_KEY,
      ),
  ),
  ...[`/v1/cdrs/${MADE_UP}/collect`, `/v1/cdrs/${MADE_UP}/share`, SHARE, `${SHARE}/claim`].map(
    (path) => {
      const template = path.replace(MADE_UP, ':cdrId').replace(':cdrId-token', ':token');
      return stated(
        '5.1',
        `POST ${template} takes an API key.`,
        'The same request without a key.',
        (run) => each(run, [['POST', path]], NO_KEY),
      );
    },
  ),
  stated(
    '5.2',
    'A key is two halves joined by exactly one dot.',
    'Keys of no and of two dots.',
    async (run) => {
      for (const key of [MADE_UP_KEYS.noDot, MADE_UP_KEYS.twoDots]) {
        const answer = await askAsNobody(run, 'GET', '/v1/domains', key);
        if (!isAnswer(answer, ...NO_KEY)) return differs(answer);
      }
      return told(undefined);
    },
  ),
  stated('5.6', 'A missing key is 401 UNAUTHENTICATED.', 'GET /v1/domains without a key.', (run) =>
    each(run, [['GET', '/v1/domains']], NO_KEY),
  ),
  chosen('5.6', 'No refusal echoes the key.', 'A made-up key.', async (run) => {
    const answer = await askAsNobody(run, 'GET', '/v1/domains', MADE_UP_KEYS.oneDot);
    if (!isAnswer(answer, ...NO_KEY)) return differs(answer);
    return holds(!answer.text.includes(MADE_UP), 'the response contains the key');
  }),
  stated(
    '5.7',
    'An unknown path is 404 before any key is looked at.',
    'An unknown path with a malformed key.',
    async (run) => {
      const answer = await askAsNobody(run, 'GET', `/v1/${MADE_UP}`, MADE_UP_KEYS.noDot);
      return holds(isAnswer(answer, ...UNKNOWN), answer);
    },
  ),
  stated(
    '5.7',
    'A wrong method is 405 before any key is looked at.',
    'DELETE with a malformed key.',
    async (run) => {
      const answer = await askAsNobody(run, 'DELETE', '/v1/domains', MADE_UP_KEYS.noDot);
      return holds(isAnswer(answer, 405, 'METHOD_NOT_ALLOWED'), answer);
    },
  ),
  stated(
    '5.7',
    'The key is judged before the body is read.',
    'A receive without a key whose body is not JSON.',
    async (run) => {
      const answer = await run.ask({ as: 'nobody', method: 'POST', path: SHARE, body: '{' });
      return holds(isAnswer(answer, ...NO_KEY), answer);
    },
  ),
  stated(
    '5.8',
    'The redirect needs no key and ignores one.',
    'The redirect without a key and with a made-up one.',
    async (run) => {
      for (const key of [undefined, MADE_UP_KEYS.noDot]) {
        const answer = await askAsNobody(run, 'GET', SHARE, key);
        if (answer.status === 401 || answer.status === 403) return differs(answer);
      }
      return told(undefined);
    },
  ),
];
