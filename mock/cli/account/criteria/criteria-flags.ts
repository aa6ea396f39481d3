/** What `criteria lint` is told. */
export interface LintFlags {
  readonly allow: readonly string[];
  readonly json?: true;
}

/** What `criteria test` and `criteria diff` are told. */
export interface JudgeFlags {
  readonly records: string;
  readonly now?: number;
  readonly json?: true;
}

/** What `criteria test` is told. */
export interface TestFlags extends JudgeFlags {
  readonly acceptAtLeast?: number;
  readonly csv?: true;
}
