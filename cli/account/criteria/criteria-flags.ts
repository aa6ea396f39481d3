/** Flags of `criteria lint`. */
export interface LintFlags {
  readonly allow: readonly string[];
  readonly json?: true;
}

/** Flags of `criteria test` and `criteria diff`. */
export interface JudgeFlags {
  readonly records: string;
  readonly now?: number;
  readonly json?: true;
}

/** Flags of `criteria test`. */
export interface TestFlags extends JudgeFlags {
  readonly acceptAtLeast?: number;
  readonly csv?: true;
}
