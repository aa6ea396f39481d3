import type { Charge, Explanation } from '../service/controls/views.ts';

type Values = NonNullable<Explanation['decision']>['values'];

/** Who is meant, as people call them. */
export interface Names {
  readonly nameOf: (organizationId: string) => string;
}

const sectionOf = (section: string): string => (/^\d/.test(section) ? ` (spec §${section})` : '');

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

const isAnsweredWell = ({ status }: Explanation): boolean =>
  status >= 200 && status < 400 && status !== 202;

function faultWords({ drop, status }: Values, check: string): string {
  const answer = drop === true ? 'broke the connection off' : `answered ${status ?? ''}`.trim();
  return check.includes(' after ')
    ? `A fault ${answer} after the operation was done: what it did stays done.`
    : `A fault ${answer} before anything was done.`;
}

/** Why a receive was charged, or was not (spec §4.6 rule 9). */
function receivedFreeBecause({ hadAccess, passed }: Values): string {
  if (hadAccess === true) return 'it could download the record already';
  if (passed === true) return 'the sender passed its own access on';
  return 'it asked for no collect, and the reading in force puts the charge off';
}

const about = ({ cdrId }: Values): string => (typeof cdrId === 'string' ? ` ${cdrId}` : '');

/** What was done where nothing was refused, by the check that says so. */
const DONE: Readonly<Record<string, (who: string, values: Values) => string>> = {
  'token issued': (who, values) =>
    `${who} made a new share token of${about(values)}, which lives until ${new Date(Number(values['expiresAt'])).toISOString()}`,
  read: (who, values) =>
    `${who} holds${about(values)} and read it, ${values['collected'] === true ? 'with' : 'without'} a download address`,
  listed: (who, { domainId, entries, domains }) =>
    domainId === undefined
      ? `${who} listed the ${domains} domains on which it holds records`
      : `${who} listed ${entries} records of ${domainId}`,
  collected: (who, values) =>
    values['charged'] === true
      ? `${who} collected${about(values)}, which it could not download before`
      : `${who} could download${about(values)} already`,
  received: (who, values) =>
    values['charged'] === true
      ? `${who} received${about(values)}: it could not download the record, and the sender passed no access on`
      : `${who} received${about(values)}: ${receivedFreeBecause(values)}`,
  'already received through this token': (who, values) =>
    `${who} had received${about(values)} through this token before, so nothing was judged again`,
};

/** The check that decided, as a sentence. */
export function whyOf(request: Explanation, { nameOf }: Names): string {
  const { organizationId } = request;
  const who = organizationId === undefined ? 'Somebody' : nameOf(organizationId);
  const { decision, message, operation } = request;
  if (decision === undefined) {
    if (message !== undefined) return sentence(capital(message));
    if (operation === 'cdrs.download') return 'The address was signed by the service.';
    return 'No check decides here: anybody may open this address.';
  }
  const { check, section, values } = decision;
  if (section === 'fault' && values['faultId'] !== undefined) return faultWords(values, check);
  const where = sectionOf(section);
  if (isAnsweredWell(request)) return `${DONE[check]?.(who, values) ?? capital(check)}${where}.`;
  return sentence(
    `It was decided by the check that ${check}${where}: ${message ?? 'it did not hold'}`,
  );
}

/** Why an operation that was done is free: by its name, or by what it found. */
function freeBecause({ operation, decision }: Explanation): string {
  const { check = '', values = {} } = decision ?? {};
  if (check === 'received') return receivedFreeBecause(values);
  if (check === 'collected') return 'it could download the record already';
  if (check.startsWith('already received'))
    return 'it received the record through this token before';
  if (operation === 'cdrs.share') return 'sharing costs nothing';
  if (operation === 'cdrs.download')
    return 'a download costs nothing; access to it was paid before';
  return 'reading costs nothing';
}

/** What the request cost and whom, or why it was free. */
export function costOf(request: Explanation, charges: readonly Charge[], names: Names): string {
  const paid = charges.map(
    ({ organizationId, cdrId, cause }) =>
      `${names.nameOf(organizationId)} was charged for ${cdrId} (${cause})`,
  );
  if (paid.length > 0) return `${paid.join('; ')}.`;
  const { decision } = request;
  if (decision?.section === 'fault' && decision.check.includes(' after ')) {
    return 'Nobody was charged: the operation that the fault hid from its caller cost nothing.';
  }
  if (request.status >= 500 && decision === undefined) return 'Nobody was charged.';
  if (!isAnsweredWell(request)) return 'Nobody was charged: nothing was done.';
  return `Nobody was charged: ${freeBecause(request)}.`;
}
