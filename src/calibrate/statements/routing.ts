import { endpoints } from '../../contract/endpoints.ts';
import type { Answer } from '../answer.ts';
import { MADE_UP } from '../ask.ts';
import { differs, type Finding, holds, isAnswer, told } from '../finding.ts';
import type { Run } from '../run.ts';
import { rowsOf } from '../statement-row.ts';
import { askAsNobody, each, NO_KEY, SHARE, UNKNOWN } from './as-nobody.ts';

const stated = rowsOf(0);
const chosen = rowsOf(0, 'chosen');

/** Returns each path of the contract, with made-up identifiers, and the methods that it accepts. */
function paths(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { path, aliases, method } of Object.values(endpoints)) {
    for (const template of [path, ...aliases]) {
      const concrete = template.replace(/:\w+/g, `${MADE_UP}-id`);
      found.set(concrete, [...(found.get(concrete) ?? []), method]);
    }
  }
  return found;
}

function allowOf({ headers }: Answer): string {
  const names = (headers.get('allow') ?? '').split(',').map((name) => name.trim().toUpperCase());
  return names.sort().join(', ');
}

async function wrongMethods(run: Run): Promise<Finding> {
  for (const [path, methods] of paths()) {
    const answer = await askAsNobody(run, 'DELETE', path);
    if (!isAnswer(answer, 405, 'METHOD_NOT_ALLOWED')) return differs(answer);
    const allow = allowOf(answer);
    if (allow !== methods.toSorted().join(', ')) return differs(`405 with Allow: ${shown(allow)}`);
  }
  return told(undefined);
}

/** Shows only method names. */
const shown = (allow: string): string => (/^[A-Z, ]{0,60}$/.test(allow) ? allow : '(a text)');

/** Paths and methods, which are checked before any key (spec §1, §5.7). */
export const routingStatements = [
  stated('1', 'A path that no endpoint has is 404 NOT_FOUND.', 'Unknown paths.', (run) =>
    each(
      run,
      [
        ['GET', '/v1'],
        ['POST', `/v1/${MADE_UP}`],
      ],
      UNKNOWN,
    ),
  ),
  stated(
    '1',
    'A 405 lists in Allow every method that the path accepts.',
    'DELETE of every path, about identifiers that do not exist.',
    wrongMethods,
  ),
  stated(
    '1',
    'The claim path accepts only POST.',
    'GET of the older receive path.',
    async (run) => {
      const answer = await askAsNobody(run, 'GET', `${SHARE}/claim`);
      return holds(answer.status === 405 && allowOf(answer) === 'POST', answer);
    },
  ),
  chosen('1', 'HEAD is a wrong method like any other.', 'HEAD /v1/domains.', async (run) => {
    const answer = await askAsNobody(run, 'HEAD', '/v1/domains');
    return holds(answer.status === 405, answer);
  }),
  chosen('1', 'OPTIONS is a wrong method like any other.', 'OPTIONS /v1/domains.', (run) =>
    each(run, [['OPTIONS', '/v1/domains']], [405, 'METHOD_NOT_ALLOWED']),
  ),
  stated(
    '1',
    'All trailing slashes of a path are ignored, not one.',
    'GET /v1/domains///, which then asks for a key.',
    (run) =>
      each(
        run,
        [
          ['GET', '/v1/domains/'],
          ['GET', '/v1/domains///'],
        ],
        NO_KEY,
      ),
  ),
  chosen(
    '1',
    'An empty inner segment is no parameter and makes an unknown path.',
    'GET /v1/domains//cdrs.',
    (run) => each(run, [['GET', '/v1/domains//cdrs']], UNKNOWN),
  ),
  stated(
    '1',
    'A parameter is one segment: a value that holds a slash does not match, not even encoded.',
    'GET of a record whose identifier has an encoded slash.',
    (run) =>
      each(
        run,
        [
          ['GET', `/v1/cdrs/${MADE_UP}%2Fid`],
          ['GET', `/v1/cdrs/${MADE_UP}/${MADE_UP}`],
        ],
        UNKNOWN,
      ),
  ),
  chosen('1', 'Paths are case-sensitive.', 'GET /v1/Domains and /V1/domains.', (run) =>
    each(
      run,
      [
        ['GET', '/v1/Domains'],
        ['GET', '/V1/domains'],
      ],
      UNKNOWN,
    ),
  ),
  stated('9', 'Every path is under /v1/.', 'GET /domains and /v2/domains.', (run) =>
    each(
      run,
      [
        ['GET', '/domains'],
        ['GET', '/v2/domains'],
      ],
      UNKNOWN,
    ),
  ),
  stated(
    '4.8',
    'GET /v1/packages/<package_id> is announced and not there: 404.',
    'GET of that path.',
    (run) => each(run, [['GET', `/v1/packages/${MADE_UP}`]], UNKNOWN),
  ),
  stated(
    '4.8',
    'POST /v1/packages/<package_id>/share is announced and not there: 404.',
    'POST of that path.',
    (run) => each(run, [['POST', `/v1/packages/${MADE_UP}/share`]], UNKNOWN),
  ),
  stated(
    '4.8',
    'POST /v1/package-shares/<token> is announced and not there: 404.',
    'POST of that path.',
    (run) => each(run, [['POST', `/v1/package-shares/${MADE_UP}`]], UNKNOWN),
  ),
];
