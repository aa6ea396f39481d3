import { listOf, membersOf } from '../../../src/calibrate/answer.ts';
import type { Answered, Sent } from './plant.ts';

/** The members of a JSON object, to be changed in place. */
export type Members = Record<string, unknown>;

export const isList = ({ path }: Sent): boolean => /^\/v1\/domains\/[^/]+\/cdrs$/.test(path);
export const isReceive = ({ method, path }: Sent): boolean =>
  method === 'POST' && /^\/v1\/shares\/[^/]+(?:\/claim)?$/.test(path);
export const isRedirect = ({ method, path }: Sent): boolean =>
  method === 'GET' && /^\/v1\/shares\/[^/]+$/.test(path);
export const isShare = ({ path }: Sent): boolean => path.endsWith('/share');

export const errorOf = ({ json }: Answered): Members | undefined =>
  membersOf(json?.['error']) as Members | undefined;
export const dataOf = ({ json }: Answered): Members | undefined =>
  membersOf(json?.['data']) as Members | undefined;
export const entriesOf = (answered: Answered): Members[] =>
  listOf(dataOf(answered)?.['cdrs']) as Members[];
export const failuresOf = (answered: Answered): Members[] =>
  listOf(membersOf(errorOf(answered)?.['details'])?.['failures']) as Members[];
export const acceptanceOf = ({ body }: Sent): Members | undefined =>
  membersOf(body?.['acceptance']) as Members | undefined;
export const disclosureOf = (sent: Sent): Members | undefined =>
  membersOf(acceptanceOf(sent)?.['disclosure']) as Members | undefined;

/** Returns the records of an answer, or the entries of a list. */
export const recordsOf = (answered: Answered): Members[] => {
  const one = membersOf(dataOf(answered)?.['cdr']) as Members | undefined;
  return one === undefined ? entriesOf(answered) : [one];
};

/** Gives an answer another status, and a failure another code too. */
export function becomes(status: number, code?: string) {
  return (answered: Answered): void => {
    answered.status = status;
    const error = errorOf(answered);
    if (error !== undefined && code !== undefined) error['code'] = code;
  };
}

/** Changes only answers with this code. */
export function where(code: string, change: (answered: Answered, sent: Sent) => void) {
  return (answered: Answered, sent: Sent): void => {
    if (errorOf(answered)?.['code'] === code) change(answered, sent);
  };
}

/** Changes the list of `failures`. The receive is still refused. */
export function failures(change: (failures: Members[], sent: Sent) => Members[]) {
  return (answered: Answered, sent: Sent): void => {
    const details = membersOf(errorOf(answered)?.['details']) as Members | undefined;
    if (details?.['failures'] === undefined) return;
    details['failures'] = change(failuresOf(answered), sent);
  };
}

export const without = (ruleId: string) =>
  failures((all) => all.filter((each) => each['ruleId'] !== ruleId));
