import { membersOf } from '../answer.ts';
import { differs, told } from '../finding.ts';
import { notMeasured } from '../not-measured.ts';
import type { ReadingRows } from '../reading-row.ts';
import { cdrPath } from '../records.ts';
import { firstCollectOf } from '../stories/first-collect.ts';

/** Readings that only what could be charged tells. */
export const paidReadings: ReadingRows<'senderJudged'> = {
  senderJudged: {
    tier: 4,
    asks: 'A share of a record that the sender has not paid for, its collect, and then a receive of that token with collect: false.',
    reads: 'The receiver may download it: atReceive. It may not: atShare.',
    needs: 'a record that the sender captured and has not paid for, and maxCharges for both',
    cannotTell:
      'where collect: false is refused: then the receiver may download either way, and what it was charged is not shown',
    requests: 8,
    async measure(run) {
      const { deferred, collected, specimen } = await firstCollectOf(run);
      if (collected.data?.['collected'] !== true) return differs(collected);
      if (deferred === undefined) {
        run.paid.need('receiveDeferred');
        notMeasured('collect: false is refused, and what a receiver was charged is not shown');
      }
      if (deferred.data?.['claimed'] !== true) return differs(deferred);
      const read = await run.get(cdrPath(specimen.cdrId), {}, 'receiver');
      const isCollected = membersOf(read.data?.['cdr'])?.['collected'];
      if (typeof isCollected !== 'boolean') return differs(read);
      return told(isCollected ? 'atReceive' : 'atShare');
    },
  },
};
