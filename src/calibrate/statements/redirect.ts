import type { Answer } from '../answer.ts';
import { MADE_UP } from '../ask.ts';
import { holds } from '../finding.ts';
import { notMeasured } from '../not-measured.ts';
import { isNotMeasured, type Run } from '../run.ts';
import { rowsOf } from '../statement-row.ts';

const stated = rowsOf(0);

/** Returns a real token if the run has one, otherwise a made-up one. */
async function tokenFor(run: Run): Promise<string> {
  if (run.tier < 2) return `${MADE_UP}-token`;
  try {
    return await run.tokens.any();
  } catch (error) {
    if (isNotMeasured(error)) return `${MADE_UP}-token`;
    throw error;
  }
}

async function redirect(run: Run) {
  const token = await tokenFor(run);
  const answer = await open(run, token);
  // The specification does not state that an unknown token is redirected.
  if (token.startsWith(MADE_UP) && answer.status === 404) {
    notMeasured('a made-up token is not redirected, and there is no real one');
  }
  return { token, answer };
}

function open(run: Run, token: string): Promise<Answer> {
  const path = `/v1/shares/${encodeURIComponent(token)}`;
  return run.ask({ as: 'nobody', method: 'GET', path });
}

const ASKS = 'GET of a share token without a key; the redirect is not followed.';

/** The redirect of a share link that a person opens (spec §4.7). */
export const redirectStatements = [
  stated('4.7', 'It is a 302.', ASKS, async (run) => {
    const { answer } = await redirect(run);
    return holds(answer.status === 302, answer);
  }),
  stated('4.7', 'The redirect leads to {dashboard_url}/claim/<token>.', ASKS, async (run) => {
    const { token, answer } = await redirect(run);
    const location = answer.headers.get('location') ?? '';
    const { pathname } = URL.canParse(location) ? new URL(location) : { pathname: '' };
    const isClaim = pathname.endsWith(`/claim/${encodeURIComponent(token)}`);
    return holds(isClaim, `${answer.status} to another place`);
  }),
  stated('2.1', 'The redirect has neither an envelope nor a requestId.', ASKS, async (run) => {
    const { answer } = await redirect(run);
    return holds(answer.json === undefined, answer);
  }),
  rowsOf(2)(
    '4.7',
    'A Dev Mode token is redirected too.',
    'The same with a Dev Mode token.',
    async (run) => {
      const token = run.materials.devModeToken;
      if (token === undefined) notMeasured('materials.devModeToken was not given');
      const answer = await open(run, token);
      return holds(answer.status === 302, answer);
    },
  ),
];
