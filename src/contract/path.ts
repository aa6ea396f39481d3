/** The names of a path template's parameters: `'/v1/cdrs/:cdrId'` has `'cdrId'`. */
export type PathParam<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? PathParam<Head> | PathParam<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** The same of a template that is not known to the compiler. */
export function paramsOf(template: string): string[] {
  return [...template.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** Puts each parameter, percent-encoded, into its segment of `template`. */
export function expandPath<Path extends string>(
  template: Path,
  params: Readonly<Record<PathParam<Path>, string>>,
): string {
  const values: Readonly<Record<string, string>> = params;
  return template
    .split('/')
    .map((part) => (part.startsWith(':') ? encodeURIComponent(values[part.slice(1)] ?? '') : part))
    .join('/');
}

function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // malformed percent coding matches nothing
  }
}

/** The segments of a path; all trailing slashes are ignored (spec §1). */
export function segmentsOf(pathname: string): string[] {
  const path = pathname.endsWith('/') ? pathname.replace(/\/+$/, '') : pathname;
  return path.split('/');
}

/**
 * The parameters of a path if it has the form of the template, else `undefined` (spec §1): a
 * parameter is one non-empty segment, decoded once, and a value that holds `/` after decoding does
 * not match.
 */
export function matchSegments(
  wanted: readonly string[],
  given: readonly string[],
): Record<string, string> | undefined {
  if (given.length !== wanted.length) return undefined;
  if (wanted.some((part, index) => !part.startsWith(':') && part !== given[index]))
    return undefined;
  const params: Record<string, string> = {};
  for (let index = 0; index < wanted.length; index += 1) {
    const part = wanted[index] ?? '';
    if (!part.startsWith(':')) continue;
    const value = decodeSegment(given[index] ?? '');
    if (value === undefined || value === '' || value.includes('/')) return undefined;
    params[part.slice(1)] = value;
  }
  return params;
}

/** The same of a template and a path as they are written. */
export function matchPath(template: string, pathname: string): Record<string, string> | undefined {
  return matchSegments(segmentsOf(template), segmentsOf(pathname));
}

/** Longer than any identifier, token or share URL: a bound, for it may come from a stranger. */
export const IDENTIFIER_MAX_CHARS = 8192;

/** Why `value` cannot be one segment of a path (spec §1), or `undefined`. Never repeats it. */
export function identifierProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'expected a string';
  if (value === '') return 'must not be empty';
  if (value === '.' || value === '..') return 'must not be "." or ".."';
  if (value.length > IDENTIFIER_MAX_CHARS) {
    return `must not be longer than ${IDENTIFIER_MAX_CHARS} characters`;
  }
  // Control characters are what is looked for.
  if (/[/\\\u0000-\u001f\u007f-\u009f]/.test(value)) {
    return 'must not contain "/", "\\" or a control character';
  }
  if (/\p{Surrogate}/u.test(value)) return 'must be well-formed Unicode';
  return undefined;
}
