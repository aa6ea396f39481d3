import type { Charge, Explanation } from '../../service/controls/views.ts';

type Values = NonNullable<Explanation['decision']>['values'];

/** Returns the display name of an organization. */
export interface Names {
  readonly nameOf: (organizationId: string) => string;
}

const sectionOf = (section: string): string => (/^\d/.test(section) ? ` (spec §${section})` : '');

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

const isAnsweredWell = ({ status }: Explanation): boolean =>
  status >= 200 && status < 400 && status !== 202;

function faultWords({ drop, status }: Values, check: string): string {
  const answer =
    drop === true ? 'dropped the connection' : `responded with ${status ?? 'an error'}`;
  return check.includes(' after ')
    ? `A fault ${answer} after the operation was done. Its effects remain.`
    : `A fault ${answer} before anything was done.`;
}

/** Returns why a receive was not charged (spec §4.6 rule 9). */
function receivedFreeBecause({ hadAccess, passed }: Values): string {
  if (hadAccess === true) return 'it could already download the record';
  if (passed === true) return 'the sender passed on its own access';
  return 'it sent collect: false, and the reading collectFalse is "defer"';
}

const about = ({ cdrId }: Values): string => (typeof cdrId === 'string' ? ` ${cdrId}` : '');

/** What was done if nothing was refused, by the name of the check. */
const DONE = new Map(
  Object.entries<(who: string, values: Values) => string>({
    'token issued': (who, values) =>
      `${who} created a share token for${about(values)} that expires at ${new Date(Number(values['expiresAt'])).toISOString()}`,
    read: (who, values) =>
      `${who} read${about(values)}, ${values['collected'] === true ? 'with' : 'without'} a downloadUrl`,
    listed: (who, { domainId, entries, domains }) =>
      domainId === undefined
        ? `${who} listed ${counted(Number(domains), 'domain')} on which it holds records`
        : `${who} listed ${counted(Number(entries), 'record')} of ${domainId}`,
    collected: (who, values) =>
      values['charged'] === true
        ? `${who} collected${about(values)}, which it could not download before`
        : `${who} could already download${about(values)}`,
    received: (who, values) =>
      values['charged'] === true
        ? `${who} received${about(values)}: it could not download the record before, and the sender did not pass on access`
        : `${who} received${about(values)}: ${receivedFreeBecause(values)}`,
    'already received through this token': (who, values) =>
      `${who} had already received${about(values)} through this token, so no criteria were evaluated`,
  }),
);

/** Returns the check that decided, as a sentence. */
export function whyOf(request: Explanation, { nameOf }: Names): string {
  const { organizationId } = request;
  const who = organizationId === undefined ? 'Someone' : nameOf(organizationId);
  const { decision, message, operation } = request;
  if (decision === undefined) {
    if (message !== undefined) return sentence(capital(message));
    if (operation === 'cdrs.download') return 'The URL is signed by the service.';
    return 'There is no check: anyone may open this URL.';
  }
  const { check, section, values } = decision;
  if (section === 'fault' && values['faultId'] !== undefined) return faultWords(values, check);
  const where = sectionOf(section);
  if (isAnsweredWell(request))
    return `${DONE.get(check)?.(who, values) ?? capital(check)}${where}.`;
  const failed = `The check "${check}" failed${where}`;
  return sentence(message === undefined ? failed : `${failed}: ${message}`);
}

/** Returns why an operation that succeeded was free: by its name, or by what it found. */
function freeBecause({ operation, decision }: Explanation): string {
  const { check = '', values = {} } = decision ?? {};
  if (check === 'received') return receivedFreeBecause(values);
  if (check === 'collected') return 'it could already download the record';
  if (check.startsWith('already received'))
    return 'it had already received the record through this token';
  if (operation === 'cdrs.share') return 'sharing costs nothing';
  if (operation === 'cdrs.download') return 'downloading costs nothing';
  return 'reading costs nothing';
}

/** Returns who was charged and for what, or why the request was free. */
export function costOf(request: Explanation, charges: readonly Charge[], names: Names): string {
  const paid = charges.map(
    ({ organizationId, cdrId, cause }) =>
      `${names.nameOf(organizationId)} was charged for ${cdrId} (${cause})`,
  );
  if (paid.length > 0) return `${paid.join('; ')}.`;
  const { decision } = request;
  if (decision?.section === 'fault' && decision.check.includes(' after ')) {
    return 'No one was charged: the operation that the fault hid was free.';
  }
  if (request.status >= 500 && decision === undefined) return 'No one was charged.';
  if (!isAnsweredWell(request)) return 'No one was charged: nothing was done.';
  return `No one was charged: ${freeBecause(request)}.`;
}
