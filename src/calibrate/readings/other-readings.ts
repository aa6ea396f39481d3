import { DOWNLOAD_URL_LIFETIME_MS } from '../../contract/limits.ts';
import { differs, told } from '../finding.ts';
import { notMeasured } from '../not-measured.ts';
import type { ReadingRows } from '../reading-row.ts';

/** Far enough past the expiry that the two clocks need not agree. */
const SURELY_DEAD_MS = DOWNLOAD_URL_LIFETIME_MS + 10_000;

const NO_CHARGE_SHOWN = 'The API does not show who was charged for what.';
const UNPAID =
  'It needs a receive of a record that the sender has not paid for, and a calibration sends none.';
const NO_BILLING =
  'It needs an organization with API access, without billing, and with a record of its own.';

/** The reading of images, and readings that no request can measure. */
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
