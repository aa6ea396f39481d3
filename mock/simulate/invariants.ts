import { normalizePhone } from '../../src/acceptance/normalize-phone.ts';
import { isFinal, type LeadState } from './books.ts';
import type { EndedWorld } from './run-world.ts';
import { timeText } from './story.ts';

/** Says what is broken at the end of a world; `undefined` if nothing is. */
type Rule = (world: EndedWorld) => string | undefined;

const isHeldAs = ({ last }: LeadState, code?: string): boolean =>
  last?.decision === 'hold' && (code === undefined || last.code === code);

const outside = ({ waitsOutside }: EndedWorld['books']): string =>
  waitsOutside
    ? '. It waits for something outside the world, such as a socket or a real timer'
    : '';

/** Whether both are the same number. What the strict grammar does not take is nobody's. */
function areSame(one: string, other: string): boolean {
  const digits = normalizePhone(one);
  return digits !== undefined && digits === normalizePhone(other);
}

/** Returns the leads whose last decision is `accept`, each with its record. */
function acceptedLeads({ books }: EndedWorld): { leadId: string; cdrId: string | undefined }[] {
  return [...books.leads.values()].flatMap(({ lead, last }) =>
    last?.decision === 'accept' ? [{ leadId: lead.leadId, cdrId: last.cdrId }] : [],
  );
}

const oneChargePerRecord: Rule = ({ facts, story }) => {
  const seen = new Map<string, string>();
  // Every answer counts: a seller who was told `accept` is paid, whatever is said later.
  for (const { leadId, decision, cdrId } of facts.answers) {
    if (decision !== 'accept' || cdrId === undefined) continue; // See `noStranger`.
    const first = seen.get(cdrId) ?? leadId;
    if (first !== leadId) {
      return `${story.nameOf(cdrId)} is accepted for ${first} and for ${leadId}: whoever sold them is paid twice for it`;
    }
    seen.set(cdrId, leadId);
  }
  const charged = new Set<string>();
  for (const { cdrId } of facts.mock.charges({ organization: facts.buyer })) {
    if (charged.has(cdrId)) return `${story.nameOf(cdrId)} is charged twice`;
    charged.add(cdrId);
  }
  return undefined;
};

const noStranger: Rule = ({ facts, books, story }) => {
  for (const { leadId, decision, cdrId, at } of facts.answers) {
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

const nothingPaidAndLost: Rule = (world) => {
  const { facts, books, story } = world;
  if (books.orphansError !== undefined) {
    return `the records that may be paid for cannot be listed: ${books.orphansError}`;
  }
  const accepted = new Set(acceptedLeads(world).map(({ cdrId }) => cdrId));
  const own = new Set([...books.records.values()].flatMap((each) => (each.own ? each.cdrId : [])));
  // A record that was flagged invalid is in no list, so a lead that is held for it is enough.
  const isHeld = (cdrId: string): boolean =>
    [...books.leads.values()].some((state) => state.cdrId === cdrId && isHeldAs(state));
  const lost = facts.mock
    .charges({ organization: facts.buyer })
    .filter(({ requestId }) => !books.elsewhere.has(requestId ?? ''))
    .filter(
      ({ cdrId }) => !own.has(cdrId) && !accepted.has(cdrId) && !facts.orphans.includes(cdrId),
    )
    .find(({ cdrId }) => !(books.invalid.has(cdrId) && isHeld(cdrId)));
  if (lost === undefined) return undefined;
  const words = [...books.leads.values()]
    .filter(({ cdrId }) => cdrId === lost.cdrId)
    .map(({ lead, last }) => `${lead.leadId}: ${last?.decision ?? 'never decided'}`);
  return `the charge at ${timeText(lost.at)} for ${story.nameOf(lost.cdrId)} belongs to no accepted lead (${words.join(', ')}) and is not among the orphans`;
};

const everyLeadDecided: Rule = ({ books, program }) => {
  if (program?.take === undefined) return undefined;
  for (const state of books.leads.values()) {
    if (isFinal(state.last)) continue;
    if (isHeldAs(state, 'PAID_UNKNOWN') && books.doubtful.has(state.token)) continue;
    const { leadId } = state.lead;
    if (state.last === undefined)
      return `${leadId} was posted ${state.posts} times and never answered${outside(books)}`;
    const { decision, code } = state.last;
    return `${leadId} is never decided: days later it is still ${decision}${code === undefined ? '' : ` (${code})`}`;
  }
  return undefined;
};

const noEventLost: Rule = ({ facts, books, program, story }) => {
  if (program?.webhook === undefined) return undefined;
  const done = new Set(facts.effects.map(({ cdrId }) => cdrId));
  for (const delivery of facts.mock.webhookDeliveries({ organization: facts.buyer })) {
    const { cdrId, attempts, state } = delivery;
    if (done.has(cdrId) || books.invalid.has(cdrId) || attempts.length === 0) continue;
    const name = story.nameOf(cdrId);
    if (state === 'delivered')
      return `the event of ${name} was acknowledged, but nothing was done for it`;
    const last = attempts.at(-1);
    return `the event of ${name} was sent ${attempts.length} times and never acknowledged: ${last?.status ?? last?.error ?? ''}${outside(books)}`;
  }
  return undefined;
};

const noEffectTwice: Rule = ({ facts, story }) => {
  const seen = new Map<string, number>();
  for (const { cdrId, at } of facts.effects) {
    const before = seen.get(cdrId);
    if (before !== undefined) {
      return `the work for ${story.nameOf(cdrId)} is done at ${timeText(before)} and again at ${timeText(at)}`;
    }
    seen.set(cdrId, at);
  }
  return undefined;
};

/** The built-in invariants. */
export const SHIPPED = {
  oneChargePerRecord,
  noStranger,
  nothingPaidAndLost,
  everyLeadDecided,
  noEventLost,
  noEffectTwice,
} as const satisfies Readonly<Record<string, Rule>>;
