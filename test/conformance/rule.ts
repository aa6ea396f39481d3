/** A test of the suite, whichever door it goes through. */
export interface ProofTitle {
  /** The file below `test/service`, without `.test.ts`. */
  readonly file: string;
  /** The whole title, without the door before it. */
  readonly title: string;
}

/** A change of the source that takes away or inverts one rule and nothing else. */
export interface Mutation {
  readonly file: string;
  /** A text that stands in `file` exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** A rule of the service whose test turns red once the rule is gone. */
export interface ProvableRule {
  /** The section of the spec, with the number of the rule where it has one. */
  readonly section: string;
  readonly rule: string;
  readonly proof: ProofTitle;
  readonly mutation: Mutation;
}

/** A rule that nothing can break, so that no test can prove it. */
export interface UnprovableRule {
  readonly section: string;
  readonly rule: string;
  /** Why not. */
  readonly unprovable: string;
}

/** A row of the table of conformance. */
export type Rule = ProvableRule | UnprovableRule;

export function isProvable(rule: Rule): rule is ProvableRule {
  return 'proof' in rule;
}
