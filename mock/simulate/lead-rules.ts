import { normalizePhone } from '../../src/acceptance/normalize-phone.ts';
import type { Books, LeadState } from './books.ts';
import { isFinal } from './books.ts';
import type { Rule } from './rule.ts';
import { timeText } from './story.ts';

export const isHeldAs = ({ last }: LeadState, code?: string): boolean =>
  last?.decision === 'hold' && (code === undefined || last.code === code);

/** Follows the end of a sentence about something that never came. */
export const outside = ({ waitsOutside }: Books): string =>
  waitsOutside
    ? '. It waits for something outside the world, such as a socket or a real timer'
    : '';

/** Whether both are the same number. What the strict grammar does not take is nobody's. */
function areSame(one: string, other: string): boolean {
  const digits = normalizePhone(one);
  return digits !== undefined && digits === normalizePhone(other);
}

export const noStranger: Rule = ({ answers, books, story }) => {
  for (const { leadId, decision, cdrId, at } of answers) {
    if (decision !== 'accept') continue;
    const record = [...books.records.values()].find((each) => each.cdrId === cdrId);
    const phone = books.leadById(leadId)?.lead.phone ?? '';
    const said = `${leadId} is accepted at ${timeText(at)}`;
    if (record === undefined) return `${said} with ${cdrId ?? 'no cdrId'}, which is not its record`;
    if (!areSame(record.phone, phone)) {
      return `${said} with ${story.nameOf(cdrId)}, whose form has ${record.phone}, not the lead’s ${phone}`;
    }
  }
  return undefined;
};

/** What is wrong with a lead that is still open at the end of its world. */
function openAtTheEnd(state: LeadState, books: Books): string | undefined {
  const { lead, last, waiting, isOwed, token } = state;
  const { leadId } = lead;
  if (isFinal(last) || (isHeldAs(state, 'PAID_UNKNOWN') && books.doubtful.has(token))) {
    return undefined;
  }
  if (waiting > 0 && last === undefined) return `${leadId} was never answered${outside(books)}`;
  if (!isOwed) return undefined;
  if (last === undefined) return `${leadId} got no answer, and was never decided afterwards`;
  const code = last.code === undefined ? '' : ` (${last.code})`;
  return `${leadId} is never decided: days later it is still ${last.decision}${code}`;
}

export const everyLeadDecided: Rule = ({ books, program, end }) => {
  if (program?.take === undefined) return undefined;
  for (const state of books.leads.values()) {
    if (state.neededPost) {
      return `${state.lead.leadId} was decided only because it was posted again: nothing in the program works off what it holds`;
    }
    const open = end && openAtTheEnd(state, books);
    if (open !== undefined) return open;
  }
  return undefined;
};

export const finalStaysFinal: Rule = ({ books }) => books.changed;
