import type { Outcome } from '../../../src/errors/consent-evidence-error.ts';
import type { Behaviour } from './behaviour.ts';
import type { HostileOperation } from './hostile-operations.ts';
import { RULES, type Rule } from './rules.ts';

/** How often a client of these tests repeats a request. */
export const MAX_RETRIES = 2;

/** What a call is to end with, when the server does not relent. */
export interface FailureExpectation {
  readonly name: string;
  readonly outcome: Outcome;
  /** How often the struck request is sent. */
  readonly sent: number;
}

function errorName(rule: Rule, behaviour: Behaviour, operation: HostileOperation): string {
  if (rule.error === 'timeout') return 'TimeoutError';
  if (rule.error === 'transport') return 'ConnectionError';
  if (rule.error === 'image') return 'EvidenceUnavailableError';
  // An evidence store has no envelope: whatever it says is not the service's word.
  const enveloped = behaviour.enveloped && operation.stage !== 'image';
  return enveloped ? 'ApiError' : 'UnexpectedReplyError';
}

/** The rule for what the operation gets to see of the behaviour. */
export function ruleOf(behaviour: Behaviour, { stage }: HostileOperation): Rule {
  return RULES[behaviour.sight[stage]];
}

/** What is expected of a server that treats every request from the struck one on so; `undefined`: success. */
export function expectedFailure(
  behaviour: Behaviour,
  operation: HostileOperation,
): FailureExpectation | undefined {
  const rule = ruleOf(behaviour, operation);
  if (rule.error === undefined) return undefined;
  return {
    name: errorName(rule, behaviour, operation),
    outcome: rule.outcome[operation.rule],
    sent: rule.repeated[operation.rule] ? 1 + MAX_RETRIES : 1,
  };
}

/** How much of its effect an operation leaves, when so many of its requests reached the service. */
export function expectedEffects({ effect }: HostileOperation, arrived: number) {
  return {
    charges: effect === 'charge' ? Math.min(arrived, 1) : 0,
    tokens: effect === 'token' ? arrived : 0,
  };
}
