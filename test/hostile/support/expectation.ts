import type { Outcome } from '../../../src/errors/consent-evidence-error.ts';
import type { Behaviour } from './behaviour.ts';
import type { HostileOperation } from './hostile-operations.ts';
import { RULES, type Rule } from './rules.ts';

/** How often a client in these tests repeats a request. */
export const MAX_RETRIES = 2;

/** How a call must end if the server stays hostile. */
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
  // An evidence store has no envelope, so nothing that it says comes from the service.
  const enveloped = behaviour.enveloped && operation.stage !== 'image';
  return enveloped ? 'ApiError' : 'UnexpectedReplyError';
}

/** Returns the rule for what the operation sees of the behaviour. */
export function ruleOf(behaviour: Behaviour, { stage }: HostileOperation): Rule {
  return RULES[behaviour.sight[stage]];
}

/**
 * Returns how the call must fail if every request from the struck one on is treated like this;
 * `undefined` for a success.
 */
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

/** Returns how much effect an operation leaves if `arrived` of its requests reached the service. */
export function expectedEffects({ effect }: HostileOperation, arrived: number) {
  return {
    charges: effect === 'charge' ? Math.min(arrived, 1) : 0,
    tokens: effect === 'token' ? arrived : 0,
  };
}
