import type { LeadState } from './books.ts';
import { isHeldAs } from './lead-rules.ts';
import type { JudgedWorld, Rule } from './rule.ts';
import { timeText } from './story.ts';

/** Returns the accepted leads by their records. */
function acceptedLeads({ books }: JudgedWorld): Map<string | undefined, string> {
  const states = [...books.leads.values()].filter(({ last }) => last?.decision === 'accept');
  return new Map(states.map(({ lead, last }) => [last?.cdrId, lead.leadId]));
}

function wordsOn(states: Iterable<LeadState>, cdrId: string): string {
  return [...states]
    .filter((each) => each.cdrId === cdrId)
    .map(({ lead, last }) => `${lead.leadId}: ${last?.decision ?? 'never decided'}`)
    .join(', ');
}

export const oneChargePerRecord: Rule = ({ books, story }) => {
  const seen = new Map<string, string>();
  // Every answer counts: a seller who was told `accept` is paid, whatever is said later.
  for (const { leadId, decision, cdrId } of books.answers) {
    if (decision !== 'accept' || cdrId === undefined) continue; // See `noStranger`.
    const first = seen.get(cdrId) ?? leadId;
    if (first !== leadId) {
      return `${story.nameOf(cdrId)} is accepted for ${first} and for ${leadId}: whoever sold them is paid twice for it`;
    }
    seen.set(cdrId, leadId);
  }
  return undefined;
};

export const nothingPaidAndLost: Rule = (world) => {
  const { end: facts, books, story } = world;
  if (facts === undefined) return undefined;
  if (books.orphansError !== undefined) {
    return `the records that may be paid for cannot be listed: ${books.orphansError}`;
  }
  const accepted = acceptedLeads(world);
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
  const words = wordsOn(books.leads.values(), lost.cdrId);
  return `the charge at ${timeText(lost.at)} for ${story.nameOf(lost.cdrId)} belongs to no accepted lead (${words}) and is not among the orphans`;
};

export const orphansAreOrphans: Rule = (world) => {
  const { end: facts, books, story } = world;
  if (facts === undefined) return undefined;
  const accepted = acceptedLeads(world);
  for (const cdrId of facts.orphans) {
    const leadId = accepted.get(cdrId);
    if (leadId !== undefined) {
      return `${story.nameOf(cdrId)} is among the orphans, but ${leadId} is accepted with it`;
    }
  }
  // A process that was told of a charge, and lived until it had decided the lead, knew whose it was.
  const known = books.receives.heard.find(
    ({ cdrId, lead }) =>
      lead !== undefined && !accepted.has(cdrId) && facts.orphans.includes(cdrId),
  );
  if (known === undefined) return undefined;
  const words = wordsOn(books.leads.values(), known.cdrId);
  return `${story.nameOf(known.cdrId)} is among the orphans, but the process that was charged for it got the answer and lived until it had decided ${known.lead} (${words})`;
};
