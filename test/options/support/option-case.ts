/** A public function with options, and what can be seen of each of them. */
export interface OptionCase {
  /** The name of the options' type. */
  readonly type: string;
  readonly at: string;
  /** New values, each of which changes what `run` returns. */
  options(): object;
  /** Uses the options, and returns what came of it. */
  run(options: never): unknown;
  /** Options whose effect no test sees without waiting; they are passed nevertheless. */
  readonly unseen: readonly string[];
}

type Given<Options> = { readonly [Name in keyof Required<Options>]: Options[Name] | undefined };

/** Makes a case. It does not compile if an option is neither passed nor left out on purpose. */
export function caseOf<Options extends object, Without extends keyof Options = never>(
  type: string,
  at: string,
  options: () => Omit<Given<Options>, Without>,
  run: (options: Options) => unknown,
  unseen: readonly (keyof Options & string)[] = [],
): OptionCase {
  return { type, at, options, run: run as OptionCase['run'], unseen };
}

/** Returns what `run` came to; an error counts by its message. */
export async function cameOf({ run }: OptionCase, options: object): Promise<unknown> {
  try {
    return await run(options as never);
  } catch (error) {
    return { threw: String(error) };
  }
}

/** Runs `work` and returns how long each timer was that it set, in milliseconds. */
export async function timersOf(work: () => Promise<unknown>): Promise<number[]> {
  const real = globalThis.setTimeout;
  const seen: number[] = [];
  const noting = (run: () => void, ms = 0, ...given: unknown[]): unknown => {
    seen.push(ms);
    return real(run, ms, ...(given as []));
  };
  globalThis.setTimeout = Object.assign(noting, real) as typeof real;
  try {
    await work();
  } finally {
    globalThis.setTimeout = real;
  }
  return seen;
}
