import type { Answered, PlantedChange } from './plant.ts';
import { becomes, dataOf, isReceive, recordsOf } from './planted-parts.ts';

const isCollect = ({ path }: { path: string }): boolean => path.endsWith('/collect');

const isRepeat = (answered: Answered): boolean => dataOf(answered)?.['alreadyClaimed'] === true;

/** Turns a success into a failure with this status and code. */
function fails(answered: Answered, status: number, code: string): void {
  answered.json = { ok: false, error: { code, message: 'planted', requestId: 'req_planted' } };
  becomes(status)(answered);
}

/** Changes that only show after a receive or a collect: tier 4 detects them. */
export const PAID_CHANGES: readonly PlantedChange[] = [
  {
    what: 'a receive gives no download',
    answered: (a) => {
      for (const record of recordsOf(a)) {
        if (record['guest'] !== true) continue;
        record['collected'] = false;
        delete record['downloadUrl'];
      }
    },
  },
  {
    what: 'a received record does not say so',
    answered: (a) => {
      for (const record of recordsOf(a)) delete record['guest'];
    },
  },
  {
    what: 'a received record loses its consent facts',
    answered: (a) => {
      for (const record of recordsOf(a)) {
        if (record['guest'] === true) delete record['detectedDisclosureDetails'];
      }
    },
  },
  {
    what: 'a received record cannot be read',
    answered: (a) => {
      if (recordsOf(a).some((each) => each['guest'] === true)) fails(a, 404, 'NOT_FOUND');
    },
  },
  {
    what: 'a received record adds no domain',
    answered: (a, { path }) => {
      const data = dataOf(a);
      const domains = data?.['domains'] as string[] | undefined;
      if (path === '/v1/domains' && domains?.includes('buyer.example') === true && data) {
        data['domains'] = ['buyer.example'];
      }
    },
  },
  {
    what: 'a token is consumed by use',
    answered: (a, sent) => {
      if (isReceive(sent) && isRepeat(a)) fails(a, 404, 'NOT_FOUND');
    },
  },
  {
    what: 'a repeat has an event of its own',
    answered: (a) => {
      const data = dataOf(a);
      if (isRepeat(a) && data !== undefined) data['shareEventId'] = 'evt_again';
    },
  },
  {
    what: 'a first receive has no event',
    answered: (a) => {
      const data = dataOf(a);
      if (data?.['alreadyClaimed'] === false) data['shareEventId'] = '';
    },
  },
  {
    what: 'a first collect says that it was collected before',
    answered: (a, sent) => {
      const data = dataOf(a);
      if (isCollect(sent) && data !== undefined) data['alreadyCollected'] = true;
    },
  },
  {
    what: 'alreadyCollected is of paid collects alone',
    answered: (a, sent) => {
      const data = dataOf(a);
      if (isCollect(sent) && data !== undefined) data['alreadyCollected'] = false;
    },
  },
];
