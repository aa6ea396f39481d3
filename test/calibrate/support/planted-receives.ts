import { listOf, membersOf } from '../../../src/calibrate/answer.ts';
import type { PlantedChange } from './plant.ts';
import {
  acceptanceOf,
  becomes,
  dataOf,
  disclosureOf,
  errorOf,
  failures,
  isReceive,
  isShare,
  type Members,
  where,
  without,
} from './planted-parts.ts';

/** Changes of shares, receives and their refusals. */
export const RECEIVE_CHANGES: readonly PlantedChange[] = [
  {
    what: 'an unknown field of a receive is ignored',
    sent: (sent) => {
      if (!isReceive(sent) || sent.body === undefined) return;
      const { collect, acceptance } = sent.body;
      sent.body = {
        ...(collect !== undefined && { collect }),
        ...(acceptance !== undefined && { acceptance }),
      };
    },
  },
  {
    what: 'a collect of "true" is true',
    sent: ({ body }) => {
      if (body?.['collect'] === 'true') body['collect'] = true;
    },
  },
  {
    what: 'schemaVersion has a default',
    sent: (sent) => {
      const acceptance = acceptanceOf(sent);
      if (acceptance !== undefined) acceptance['schemaVersion'] ??= 1;
    },
  },
  {
    what: 'criteria may hold any other field',
    sent: (sent) => delete acceptanceOf(sent)?.['calibrate'],
  },
  {
    what: 'a ruleId may begin like a built-in one',
    sent: (sent) => {
      for (const rule of listOf(disclosureOf(sent)?.['requiredText']) as Members[]) {
        const id = String(rule['ruleId']);
        if (id === 'record.a') rule['ruleId'] = 'record_a';
      }
    },
  },
  {
    what: '40 required rules are allowed',
    sent: (sent) => {
      const disclosure = disclosureOf(sent);
      const rules = listOf(disclosure?.['requiredText']);
      if (disclosure !== undefined && rules.length > 20 && rules.length <= 40) {
        disclosure['requiredText'] = rules.slice(0, 20);
      }
    },
  },
  {
    what: 'a refused phone is told in issues',
    answered: (a) => {
      const error = errorOf(a);
      if (String(error?.['message']).startsWith('leadMatch.phone')) {
        if (error !== undefined) error['details'] = { issues: [{ path: 'leadMatch.phone' }] };
      }
    },
  },
  { what: 'only the first unmet rule is listed', answered: failures((all) => all.slice(0, 1)) },
  {
    what: 'a failure has a message',
    answered: failures((all) => all.map((each) => ({ ...each, message: 'x' }))),
  },
  {
    what: 'a refusal by criteria is 400',
    answered: where('CDR_ACCEPTANCE_FAILED', becomes(400)),
  },
  {
    what: 'an unknown token is 410',
    answered: (a, sent) => {
      if (isReceive(sent) && a.status === 404) becomes(410, 'GONE')(a);
    },
  },
  { what: 'an expired token is 404', answered: where('GONE', becomes(404, 'NOT_FOUND')) },
  {
    what: 'the older path is gone',
    answered: (a, { path }) => path.endsWith('/claim') && becomes(404, 'NOT_FOUND')(a),
  },
  {
    what: 'the own token is 403',
    answered: (a, sent) => {
      const isOwn = String(errorOf(a)?.['message']).startsWith('the token was created');
      if (isReceive(sent) && isOwn) becomes(403, 'FORBIDDEN')(a);
    },
  },
  {
    what: 'expiresAt is in seconds',
    answered: (a, sent) => {
      const data = dataOf(a);
      if (isShare(sent) && data !== undefined) {
        data['expiresAt'] = Math.floor(Number(data['expiresAt']) / 1000);
      }
    },
  },
  {
    what: 'sharing a Dev Mode record is 403',
    answered: where('CDR_DEV_MODE', becomes(403, 'FORBIDDEN')),
  },
  {
    what: 'text rules go by letter case',
    answered: failures((all, sent) => {
      const ids = listOf(disclosureOf(sent)?.['requiredText']).map(
        (rule) => membersOf(rule)?.['ruleId'],
      );
      if (!ids.includes('r.case') || all.some((each) => each['ruleId'] === 'r.case')) return all;
      return [
        ...all,
        { ruleId: 'r.case', status: 'failed', code: 'REQUIRED_DISCLOSURE_TEXT_NOT_FOUND' },
      ];
    }),
  },
  { what: 'a curly apostrophe is a straight one', answered: without('r.curly') },
  { what: 'exact is found within a text', answered: without('r.exactWord') },
  {
    what: 'a record without a box is affirmed',
    answered: failures((all) =>
      all.filter((each) => each['code'] !== 'CHECKBOX_AFFIRMATION_UNAVAILABLE'),
    ),
  },
  {
    what: 'a button is consent by itself',
    answered: without('disclosure.requireEveryDisclosureConsented'),
  },
  { what: 'a record is never too old', answered: without('record.maxAgeSeconds') },
  { what: 'a forbidden phrase is let through', answered: without('f.word') },
];
