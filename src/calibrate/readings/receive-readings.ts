import { differs, isAnswer, told } from '../finding.ts';
import { notMeasured } from '../not-measured.ts';
import type { ReadingRows } from '../reading-row.ts';
import { cdrPath } from '../records.ts';
import { failuresOf, type Run } from '../run.ts';

/** Tests with a refused receive whether a phone is accepted; a string describes any other response. */
async function takesPhone(run: Run, phone: string): Promise<boolean | string> {
  const answer = await run.receive(await run.tokens.any(), { leadMatch: { phone } });
  if (failuresOf(answer) !== undefined) return true;
  if (isAnswer(answer, 400, 'INVALID_ARGUMENT')) return false;
  return `${phone.replace(/[0-9]/g, '9')}: ${answer.status}`;
}

/** Readings measured with receives that must be refused. */
export const receiveReadings: ReadingRows<'collectFalse' | 'collectFalseOrder' | 'phoneGrammar'> = {
  collectFalse: {
    tier: 2,
    asks: 'A receive with collect: false and criteria that must be refused.',
    reads: '400 COLLECT_REQUIRED: refuse. 422 CDR_ACCEPTANCE_FAILED: defer.',
    needs: 'a share token',
    cannotTell: 'without a token of a record that the sender paid for',
    requests: 2,
    async measure(run) {
      const answer = await run.receive(await run.tokens.any(), {}, { collect: false });
      if (isAnswer(answer, 400, 'COLLECT_REQUIRED')) return told('refuse');
      return failuresOf(answer) === undefined ? differs(answer) : told('defer');
    },
  },
  collectFalseOrder: {
    tier: 2,
    asks: 'A receive with a made-up token and collect: false.',
    reads: '400 COLLECT_REQUIRED: first. 404 NOT_FOUND: afterEarlyReturn.',
    needs: 'a share token, to measure collectFalse first',
    cannotTell: 'if collect: false is accepted: then COLLECT_REQUIRED never occurs',
    requests: 3,
    async measure(run) {
      const known = await run.receive(await run.tokens.any(), {}, { collect: false });
      if (!isAnswer(known, 400, 'COLLECT_REQUIRED')) {
        notMeasured('collect: false is not refused, so there is no order to measure');
      }
      const answer = await run.receiveNothing({ collect: false });
      if (isAnswer(answer, 400, 'COLLECT_REQUIRED')) return told('first');
      return isAnswer(answer, 404, 'NOT_FOUND') ? told('afterEarlyReturn') : differs(answer);
    },
  },
  phoneGrammar: {
    tier: 2,
    asks: 'Refused receives with leadMatch.phone: a plain number, one with an extension, and one after a word.',
    reads:
      '422 means that the number is accepted, 400 INVALID_ARGUMENT that it is not. Neither of the last two is accepted: strict. Only the extension: lenient. Only the word: digits.',
    needs: 'a share token',
    cannotTell: 'if the plain number is not accepted either',
    requests: 5,
    async measure(run) {
      const plain = await takesPhone(run, '(212) 555-0147');
      if (plain !== true) return differs(plain === false ? 'a plain number is 400' : plain);
      const extension = await takesPhone(run, '(212) 555-0147 x12');
      const word = await takesPhone(run, 'Phone: 212-555-0147');
      if (typeof extension === 'string') return differs(extension);
      if (typeof word === 'string') return differs(word);
      if (extension && word)
        return differs('both an extension and a word before the number are accepted');
      return told(extension ? 'lenient' : word ? 'digits' : 'strict');
    },
  },
};

/** Readings measured with shares. */
export const shareReadings: ReadingRows<'shareUrl' | 'sharePending' | 'shareConflict'> = {
  shareUrl: {
    tier: 3,
    asks: 'A share with a lifetime of 60 seconds.',
    reads:
      'shareUrl ends with /v1/shares/<token>. Starts with http: absolute. Starts with /v1: path.',
    needs: 'a record that the sender captured and paid for, and that the receiver does not hold',
    cannotTell: 'without such a record',
    requests: 2,
    async measure(run) {
      const { cdrId } = await run.records.pick('record', () => true);
      const { answer, token } = await run.tokens.share(cdrId, 60_000);
      const shareUrl = answer.data?.['shareUrl'];
      const path = `/v1/shares/${token}`;
      if (token === undefined || typeof shareUrl !== 'string') return differs(answer);
      if (shareUrl === path) return told('path');
      const isAddress = /^https?:\/\//.test(shareUrl) && shareUrl.endsWith(path);
      return isAddress ? told('absolute') : differs('shareUrl has another form');
    },
  },
  sharePending: {
    tier: 3,
    asks: 'A share with a lifetime of 60 seconds for a record that is not rendered yet, between two reads of it.',
    reads:
      'The share is 404 NOT_FOUND: notFound. It gives a token, and the record is still 404 NOT_FOUND: allowed.',
    needs: 'materials.pendingCdrId',
    cannotTell: 'without it, or if the record has been rendered by then',
    requests: 3,
    async measure(run) {
      const cdrId = run.materials.pendingCdrId;
      if (cdrId === undefined) notMeasured('materials.pendingCdrId was not given');
      const read = await run.get(cdrPath(cdrId));
      if (!isAnswer(read, 404, 'NOT_FOUND')) notMeasured('the record has already been rendered');
      const { answer, token } = await run.tokens.share(cdrId, 60_000);
      if (isAnswer(answer, 404, 'NOT_FOUND')) return told('notFound');
      if (token === undefined) return differs(answer);
      const again = await run.get(cdrPath(cdrId));
      if (!isAnswer(again, 404, 'NOT_FOUND'))
        notMeasured('the record was rendered in the meantime');
      return told('allowed');
    },
  },
  shareConflict: {
    tier: null,
    cannotTell:
      'It needs two records with the same identifier, one of which is also invalid or from Dev Mode.',
  },
};
