import { membersOf } from '../answer.ts';
import { differs, told } from '../finding.ts';
import { notMeasured } from '../not-measured.ts';
import type { ReadingRows } from '../reading-row.ts';
import { cdrPath } from '../records.ts';
import { firstCollectOf } from '../stories/first-collect.ts';

/** Readings that only chargeable requests can measure. */
export const paidReadings: ReadingRows<'senderJudged'> = {
  senderJudged: {
    tier: 4,
    asks: 'A share of a record that the sender has not paid for, a collect of it, and then a receive with that token and collect: false.',
    reads: 'The receiver may download the record: atReceive. It may not: atShare.',
    needs: 'a record that the sender captured and has not paid for, and enough maxCharges for both',
    cannotTell:
      'if collect: false is refused: then the receiver may download either way, and charges are not shown',
    requests: 8,
    async measure(run) {
      const { deferred, collected, specimen } = await firstCollectOf(run);
      if (collected.data?.['collected'] !== true) return differs(collected);
      if (deferred === undefined) {
        run.paid.need('receiveDeferred');
        notMeasured('collect: false is refused, and charges are not shown');
      }
      if (deferred.data?.['claimed'] !== true) return differs(deferred);
      const read = await run.get(cdrPath(specimen.cdrId), {}, 'receiver');
      const isCollected = membersOf(read.data?.['cdr'])?.['collected'];
      if (typeof isCollected !== 'boolean') return differs(read);
      return told(isCollected ? 'atReceive' : 'atShare');
    },
  },
};
