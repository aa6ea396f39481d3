import type { ProvableRule } from '../../test/conformance/rule.ts';
import type { MutatedSuite, TestOutcome } from './mutated-suite.ts';

/** Why a row does not hold; `undefined` where its test is red without the rule, and green with it. */
export type Objection = string | undefined;

/** A change that breaks the code rather than the rule proves nothing. */
const BROKEN = /^(?:ReferenceError|SyntaxError)\b|a bug in the fake itself/;

/** What is wrong with the test over the whole source. */
export function objectionToTest(
  { proof }: ProvableRule,
  outcomes: readonly TestOutcome[],
): Objection {
  const named = outcomes.filter(({ title }) => title === proof.title);
  if (named.length !== 1) return `${named.length} tests have this title`;
  return named[0]?.passed === true ? undefined : 'the test is red by itself';
}

/** Takes the rule away and runs its test. */
export async function objectionToProof(
  suite: MutatedSuite,
  { proof, mutation }: ProvableRule,
): Promise<Objection> {
  const [outcome] = await suite.run(proof.file, proof.title, mutation);
  if (outcome === undefined) return 'without the rule the test does not even load';
  if (outcome.passed) return 'without the rule the test stays green';
  const broken = outcome.errors.find((error) => BROKEN.test(error));
  return broken && `the change breaks the code: ${broken.slice(0, 200)}`;
}
