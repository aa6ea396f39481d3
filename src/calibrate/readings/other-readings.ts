import { DOWNLOAD_URL_LIFETIME_MS } from '../../contract/limits.ts';
import type { Answer } from '../answer.ts';
import { MADE_UP } from '../ask.ts';
import { differs, isAnswer, told } from '../finding.ts';
import { notMeasured } from '../not-measured.ts';
import type { ReadingRows } from '../reading-row.ts';
import type { Run } from '../run.ts';

/** Far enough past the expiry that the two clocks need not agree. */
const SURELY_DEAD_MS = DOWNLOAD_URL_LIFETIME_MS + 10_000;

/** Sends a GET without a key. A service that demands one here says nothing about the reading. */
async function askAsNobody(run: Run, path: string): Promise<Answer> {
  const answer = await run.ask({ as: 'nobody', method: 'GET', path });
  if (answer.status === 401 || answer.status === 403) notMeasured(`it returned ${answer.status}`);
  return answer;
}

const NO_CHARGE_SHOWN = 'The API does not show who was charged for what.';
const UNPAID =
  'It needs a receive of a record that the sender has not paid for, and a calibration sends none.';
const NO_BILLING =
  'It needs an organization with API access, without billing, and with a record of its own.';

/** The readings of images and paths, and readings that no request can measure. */
export const otherReadings: ReadingRows<
  | 'deadDownloadStatus'
  | 'senderJudged'
  | 'devModeExpired'
  | 'alreadyReceivedInvalid'
  | 'senderPass'
  | 'autoCollectFlags'
  | 'collectOrder'
  | 'collectRepeated'
  | 'receiveBillingOrder'
  | 'revocationDelayMs'
  | 'eventOnReceive'
  | 'repeatedReceiveBilling'
  | 'repeatedReceiveConflict'
  | 'repeatedReceiveCriteria'
  | 'shareBody'
  | 'pageTokenNotHeld'
  | 'repeatedParameter'
  | 'finalSigma'
  | 'redirectToken'
  | 'malformedPath'
> = {
  deadDownloadStatus: {
    tier: 1,
    asks: 'A downloadUrl, 310 seconds after the service issued it.',
    reads: 'The status: 403 or 410.',
    needs: 'a record that the sender captured and paid for, and five minutes of waiting',
    cannotTell: 'without such a record, or if maxWaitMs is too short',
    requests: 1,
    async measure(run) {
      const paid = (await run.records.all()).filter(({ isPaid }) => isPaid);
      const [{ downloadUrl, readAt } = { downloadUrl: undefined, readAt: 0 }] = paid;
      if (downloadUrl === undefined) notMeasured('no record of the sender’s has a downloadUrl');
      await run.waitUntil(readAt + SURELY_DEAD_MS);
      const { status } = await run.download(downloadUrl);
      return status === 403 || status === 410 ? told(status) : differs(`${status}`);
    },
  },
  redirectToken: {
    tier: 0,
    asks: 'GET of a made-up share token without a key; the redirect is not followed.',
    reads: '302: any. 404 NOT_FOUND: checked.',
    needs: 'nothing',
    cannotTell: 'only if there is no response',
    requests: 1,
    async measure(run) {
      const answer = await askAsNobody(run, `/v1/shares/${MADE_UP}-token`);
      if (answer.status === 302) return told('any');
      return isAnswer(answer, 404, 'NOT_FOUND') ? told('checked') : differs(answer);
    },
  },
  malformedPath: {
    tier: 0,
    asks: 'GET /v1/cdrs/%zz without a key.',
    reads: '404 NOT_FOUND: notFound. 400 INVALID_ARGUMENT: invalid.',
    needs: 'nothing',
    cannotTell: 'if a proxy refuses such a path first',
    requests: 1,
    async measure(run) {
      const answer = await askAsNobody(run, '/v1/cdrs/%zz');
      if (isAnswer(answer, 404, 'NOT_FOUND')) return told('notFound');
      return isAnswer(answer, 400, 'INVALID_ARGUMENT') ? told('invalid') : differs(answer);
    },
  },
  eventOnReceive: {
    tier: null,
    cannotTell: 'It needs a receive that succeeds, and a calibration refuses each of its own.',
  },
  repeatedReceiveBilling: { tier: null, cannotTell: NO_BILLING },
  repeatedReceiveConflict: {
    tier: null,
    cannotTell: 'It needs two records with one identifier, which no one can make on purpose.',
  },
  repeatedReceiveCriteria: {
    tier: null,
    cannotTell:
      'The guard sends only criteria that must refuse, and malformed ones would not if they are ignored.',
  },
  shareBody: {
    tier: null,
    cannotTell: 'A body that the service reads in another way would make a token of another life.',
  },
  pageTokenNotHeld: {
    tier: null,
    cannotTell: 'It needs the identifier of a record that the caller does not hold.',
  },
  repeatedParameter: {
    tier: null,
    cannotTell: 'A calibration sends each parameter once, like the client.',
  },
  finalSigma: {
    tier: null,
    cannotTell: 'It needs a disclosure with a word that ends in a capital sigma.',
  },
  senderJudged: { tier: null, cannotTell: UNPAID },
  devModeExpired: { tier: null, cannotTell: UNPAID },
  alreadyReceivedInvalid: {
    tier: null,
    cannotTell:
      'An invalid record cannot be read, so whether the sender paid for it is not known, and its token is not received.',
  },
  senderPass: { tier: null, cannotTell: NO_CHARGE_SHOWN },
  autoCollectFlags: {
    tier: null,
    cannotTell: 'A dashboard setting would have to change while a capture is rendering.',
  },
  collectOrder: { tier: null, cannotTell: NO_BILLING },
  collectRepeated: { tier: null, cannotTell: NO_BILLING },
  receiveBillingOrder: { tier: null, cannotTell: NO_BILLING },
  revocationDelayMs: {
    tier: null,
    cannotTell:
      'A key would have to be revoked in the dashboard and then tried until it is refused.',
  },
};
