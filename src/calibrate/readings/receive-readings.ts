import { differs, isAnswer, told } from '../finding.ts';
import { notMeasured } from '../not-measured.ts';
import type { ReadingRows } from '../reading-row.ts';
import { cdrPath } from '../records.ts';
import { failuresOf, type Run } from '../run.ts';

/** Whether this way of writing a number is taken, told by a receive that must be refused. */
async function takesPhone(run: Run, phone: string): Promise<boolean | string> {
  const answer = await run.receive(await run.tokens.any(), { leadMatch: { phone } });
  if (failuresOf(answer) !== undefined) return true;
  if (isAnswer(answer, 400, 'INVALID_ARGUMENT')) return false;
  return `${phone.replace(/[0-9]/g, '9')}: ${answer.status}`;
}

/** Readings that receives tell which must be refused. */
export const receiveReadings: ReadingRows<
  | 'collectFalse'
  | 'collectFalseOrder'
  | 'phoneGrammar'
  | 'devModeExpired'
  | 'alreadyReceivedInvalid'
> = {
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
    asks: 'A receive of a made-up token with collect: false.',
    reads: '400 COLLECT_REQUIRED: first. 404 NOT_FOUND: afterEarlyReturn.',
    needs: 'a share token, to tell collectFalse',
    cannotTell: 'where collect: false is taken: then there is no COLLECT_REQUIRED to have a place',
    requests: 3,
    async measure(run) {
      const known = await run.receive(await run.tokens.any(), {}, { collect: false });
      if (!isAnswer(known, 400, 'COLLECT_REQUIRED')) {
        notMeasured('collect: false is not refused, so that its refusal has no place');
      }
      const answer = await run.receiveNothing({ collect: false });
      if (isAnswer(answer, 400, 'COLLECT_REQUIRED')) return told('first');
      return isAnswer(answer, 404, 'NOT_FOUND') ? told('afterEarlyReturn') : differs(answer);
    },
  },
  phoneGrammar: {
    tier: 2,
    asks: 'Refused receives with leadMatch.phone: a plain number, one with an extension, one behind a word.',
    reads:
      '422 takes a number, 400 INVALID_ARGUMENT does not. Neither odd form: strict. The extension alone: lenient. The word alone: digits.',
    needs: 'a share token',
    cannotTell: 'where the plain number is not taken either',
    requests: 5,
    async measure(run) {
      const plain = await takesPhone(run, '(212) 555-0147');
      if (plain !== true) return differs(plain === false ? 'a plain number is 400' : plain);
      const extension = await takesPhone(run, '(212) 555-0147 x12');
      const word = await takesPhone(run, 'Phone: 212-555-0147');
      if (typeof extension === 'string') return differs(extension);
      if (typeof word === 'string') return differs(word);
      if (extension && word) return differs('both an extension and a word before it are taken');
      return told(extension ? 'lenient' : word ? 'digits' : 'strict');
    },
  },
  devModeExpired: {
    tier: 2,
    asks: 'A refused receive of an expired token of a Dev Mode capture.',
    reads: '409 CDR_DEV_MODE: devMode. 410 GONE: gone.',
    needs: 'materials.expiredDevModeToken',
    cannotTell: 'without it: a Dev Mode record cannot be shared by a request',
    requests: 1,
    async measure(run) {
      const token = run.materials.expiredDevModeToken;
      if (token === undefined) notMeasured('materials.expiredDevModeToken was not handed in');
      const answer = await run.receive(token);
      if (isAnswer(answer, 409, 'CDR_DEV_MODE')) return told('devMode');
      return isAnswer(answer, 410, 'GONE') ? told('gone') : differs(answer);
    },
  },
  alreadyReceivedInvalid: {
    tier: 2,
    asks: 'A repeated receive of a token that the receiver used, of a record flagged invalid since.',
    reads: '200 with alreadyClaimed: true: success. 410 CDR_INVALID: invalid.',
    needs: 'materials.receivedInvalidToken',
    cannotTell: 'without it, or when the token has expired: no one can flag a record by a request',
    requests: 1,
    async measure(run) {
      const token = run.materials.receivedInvalidToken;
      if (token === undefined) notMeasured('materials.receivedInvalidToken was not handed in');
      const answer = await run.receive(token);
      if (answer.code === 'GONE') notMeasured('the token has expired');
      if (answer.data?.['alreadyClaimed'] === true) return told('success');
      return isAnswer(answer, 410, 'CDR_INVALID') ? told('invalid') : differs(answer);
    },
  },
};

/** Readings that shares tell. */
export const shareReadings: ReadingRows<'shareUrl' | 'sharePending' | 'shareConflict'> = {
  shareUrl: {
    tier: 3,
    asks: 'A share for 60 seconds.',
    reads: 'shareUrl ends with /v1/shares/<token>. It begins with http: absolute. With /v1: path.',
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
      return isAddress ? told('absolute') : differs('shareUrl is of another form');
    },
  },
  sharePending: {
    tier: 3,
    asks: 'A share for 60 seconds of a record that is not rendered yet, and a refused receive of it.',
    reads: '404 NOT_FOUND: notFound. A token whose receive is 202 CDR_PENDING: allowed.',
    needs: 'materials.pendingCdrId',
    cannotTell: 'without it, or when the record is rendered by then',
    requests: 3,
    async measure(run) {
      const cdrId = run.materials.pendingCdrId;
      if (cdrId === undefined) notMeasured('materials.pendingCdrId was not handed in');
      const read = await run.get(cdrPath(cdrId));
      if (!isAnswer(read, 404, 'NOT_FOUND')) notMeasured('the record is rendered by now');
      const { answer, token } = await run.tokens.share(cdrId, 60_000);
      if (isAnswer(answer, 404, 'NOT_FOUND')) return told('notFound');
      if (token === undefined) return differs(answer);
      const receive = await run.receive(token);
      if (failuresOf(receive) !== undefined) notMeasured('the record was rendered meanwhile');
      return isAnswer(receive, 202, 'CDR_PENDING') ? told('allowed') : differs(receive);
    },
  },
  shareConflict: {
    tier: null,
    cannotTell:
      'It needs two records that bear one identifier, one of which is invalid or of Dev Mode as well.',
  },
};
