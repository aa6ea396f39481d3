import { outside } from './lead-rules.ts';
import type { Rule } from './rule.ts';
import { timeText } from './story.ts';

export const noEventLost: Rule = ({ end: facts, books, program, story }) => {
  if (facts === undefined || program?.webhook === undefined) return undefined;
  const done = new Set(facts.effects.map(({ cdrId }) => cdrId));
  // What was received came with its lead; under a reading, it has an event too.
  const received = new Set(
    facts.mock
      .shareEvents()
      .filter(({ toOrganizationId }) => toOrganizationId === facts.buyer)
      .map(({ cdrId }) => cdrId),
  );
  for (const delivery of facts.mock.webhookDeliveries({ organization: facts.buyer })) {
    const { cdrId, attempts, state } = delivery;
    if (done.has(cdrId) || received.has(cdrId)) continue;
    if (books.invalid.has(cdrId) || attempts.length === 0) continue;
    const name = story.nameOf(cdrId);
    if (state === 'delivered')
      return `the event of ${name} was acknowledged, but nothing was done for it`;
    const last = attempts.at(-1);
    return `the event of ${name} was sent ${attempts.length} times and never acknowledged: ${last?.status ?? last?.error ?? ''}${outside(books)}`;
  }
  return undefined;
};

export const noEffectTwice: Rule = ({ effects, story }) => {
  const seen = new Map<string, number>();
  for (const { cdrId, at } of effects) {
    const before = seen.get(cdrId);
    if (before !== undefined) {
      return `the work for ${story.nameOf(cdrId)} is done at ${timeText(before)} and again at ${timeText(at)}`;
    }
    seen.set(cdrId, at);
  }
  return undefined;
};

export const noForgedEffect: Rule = ({ effects, books }) => {
  const forged = effects.find(({ cdrId }) => books.forged.has(cdrId));
  if (forged === undefined) return undefined;
  return `at ${timeText(forged.at)} work is done for a record that only a forged delivery names`;
};
