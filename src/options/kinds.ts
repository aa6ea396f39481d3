import { type Issue, issuesWithin } from './issue.ts';

// The constants are plain objects and the rest are functions, so that a bundle holds those in use.

/** What one option may be. */
export interface Kind {
  /** Completes the sentence "expected …", with the bounds and the unit. */
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  /** Without it `undefined` counts as not given. */
  readonly isRequired?: true;
  /** A callback that is only told of something: what it throws is ignored. */
  readonly isTold?: true;
  /** Finds each problem inside the value, by its path there, in place of one message for all of it. */
  readonly issues?: (value: unknown) => Issue[];
  /** Reads the value once, its getters and inherited members too. */
  readonly read?: (value: unknown) => unknown;
}

/** Whether the value has members. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

/** Whether the value has these methods. */
export function hasMethods(value: unknown, names: readonly string[]): boolean {
  const given = value as Readonly<Record<string, unknown>>;
  return isObject(value) && names.every((name) => typeof given[name] === 'function');
}

/** The same kind, which may not be left out. */
export const required = (kind: Kind): Kind => ({ ...kind, isRequired: true });

/** Whatever passes `fits`; `expected` completes "expected …". */
export const kindOf = (expected: string, fits: Kind['fits']): Kind => ({ expected, fits });

/** Whatever has no problem; each problem is found inside the value. */
export const judgedBy = (expected: string, issues: (value: unknown) => Issue[]): Kind => ({
  ...kindOf(expected, (value) => issues(value).length === 0),
  issues,
});

/** Whatever has no problem, which has words of its own. */
export const saidBy = (expected: string, problemOf: (value: unknown) => string | undefined): Kind =>
  judgedBy(expected, (value) => {
    const message = problemOf(value);
    return message === undefined ? [] : [{ path: '', message }];
  });

/** Any value; whatever uses it checks it. */
export const anything: Kind = {
  expected: 'any value',
  fits: () => true,
};

/** `true` or `false`. */
export const flag: Kind = {
  expected: 'true or false',
  fits: (value) => typeof value === 'boolean',
};

/** A function whose result or failure counts. */
export const callback: Kind = {
  expected: 'a function',
  fits: (value) => typeof value === 'function',
};

/** A function that is only told of something; see {@link Kind.isTold}. */
export const told: Kind = {
  expected: 'a function',
  fits: (value) => typeof value === 'function',
  isTold: true,
};

/** A whole number within the bounds, both included, of this unit. */
export function wholeNumber(least: number, most: number, unit?: string): Kind {
  const what = unit === undefined ? 'a whole number' : `a whole number of ${unit}`;
  return kindOf(`${what} from ${least} to ${most}`, (value) => {
    return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  });
}

/** A string within these lengths, both included. */
export function text(least: number, most: number): Kind {
  return kindOf(`a string of ${least} to ${most} characters`, (value) => {
    return typeof value === 'string' && value.length >= least && value.length <= most;
  });
}

/** A string of at least one character. */
export const nonEmptyText: Kind = {
  expected: 'a non-empty string',
  fits: (value) => typeof value === 'string' && value !== '',
};

/** One of these values. */
export function oneOf(...values: readonly (string | number)[]): Kind {
  const names = values.map((value) => JSON.stringify(value));
  const last = names.pop() ?? '';
  const expected = names.length === 0 ? last : `${names.join(', ')} or ${last}`;
  return kindOf(expected, (value) => values.includes(value as string));
}

/** The problems inside a value, or one for the whole of it. */
export function insideOf(kind: Kind, value: unknown): Issue[] {
  if (kind.issues !== undefined) return kind.issues(value);
  return kind.fits(value) ? [] : [{ path: '', message: `expected ${kind.expected}` }];
}

/** A list of at most `most` values of this kind; each that does not fit is named by its index. */
export function listOf(kind: Kind, most: number): Kind {
  const expected = `a list of at most ${most}, each ${kind.expected}`;
  const isShort = (value: unknown): value is unknown[] =>
    Array.isArray(value) && value.length <= most;
  return {
    expected,
    fits: (value) => isShort(value) && value.every((each) => kind.fits(each)),
    issues: (value) => {
      if (!isShort(value)) return [{ path: '', message: `expected ${expected}` }];
      return value.flatMap((each, index) => issuesWithin(String(index), insideOf(kind, each)));
    },
  };
}

/** An object with these methods, such as a client or a store, in the words of `what`. */
export const objectWith = (what: string, ...methods: readonly string[]): Kind => ({
  expected: what,
  fits: (value) => hasMethods(value, methods),
  issues: (value) => {
    if (!isObject(value)) return [{ path: '', message: `expected ${what}` }];
    const missing = methods.filter((name) => !hasMethods(value, [name]));
    return missing.map((path) => ({ path, message: 'expected a function' }));
  },
});

/** The value itself, or whatever is of this kind. */
export function orValue(one: string, kind: Kind): Kind {
  const { issues } = kind;
  const expected = `${JSON.stringify(one)} or ${kind.expected}`;
  return {
    ...kind,
    expected,
    fits: (value) => value === one || kind.fits(value),
    ...(issues && {
      issues: (value) =>
        (value === one ? [] : issues(value)).map((issue) =>
          issue.path === '' ? { ...issue, message: `expected ${expected}` } : issue,
        ),
    }),
  };
}

/** An option that has no place here, beside `other` or another kind of options. */
export const excludedBy = (other: string): Kind =>
  kindOf(`no value beside ${other}`, (value) => value === undefined);

/** An instant: Unix milliseconds or a valid `Date`. */
export const instant: Kind = {
  expected: 'Unix milliseconds or a valid Date',
  fits: (value) => {
    // By its tag: each realm has a `Date` of its own.
    const isDate = Object.prototype.toString.call(value) === '[object Date]';
    return Number.isFinite(isDate ? Number(value) : value);
  },
};

/** A source of time. */
export const clockKind: Kind = {
  expected: 'a clock: an object with now() and sleep(ms, signal)',
  fits: (value) => hasMethods(value, ['now', 'sleep']),
};

/** A signal of the platform, or of a polyfill. */
export const signalKind: Kind = {
  expected: 'an AbortSignal',
  fits: (value) => {
    const { aborted } = (value ?? {}) as { readonly aborted?: unknown };
    const methods = ['addEventListener', 'removeEventListener'];
    return typeof aborted === 'boolean' && hasMethods(value, methods);
  },
};

/** A length of time or an age, in this unit; fractions are allowed. */
export const amountOf = (unit: string): Kind =>
  kindOf(`a finite, non-negative number of ${unit}`, (value) => {
    return Number.isFinite(value) && Number(value) >= 0;
  });
