/** The path of a share (spec §4.6, §4.7), here so that reading a link takes no schema. */
export const SHARE_PATH = '/v1/shares/:token';

/** The older path of the receive endpoint (spec §9). */
export const CLAIM_PATH = '/v1/shares/:token/claim';

/** The names of a path template's parameters: `'cdrId'` for `'/v1/cdrs/:cdrId'`. */
export type PathParam<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? PathParam<Head> | PathParam<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never;

const PARAM = /:(\w+)/g;

/** Returns the parameter names of a template that is known only at run time. */
export function paramsOf(template: string): string[] {
  return [...template.matchAll(PARAM)].map(([, name = '']) => name);
}

/** Puts each parameter, percent-encoded, into its segment of `template`. */
export function expandPath<Path extends string>(
  template: Path,
  params: Readonly<Record<PathParam<Path>, string>>,
): string {
  const values: Readonly<Record<string, string>> = params;
  return template.replace(PARAM, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // malformed percent-encoding matches nothing
  }
}

/** Splits a path into its segments, ignoring all trailing slashes (spec §1). */
export function segmentsOf(pathname: string): string[] {
  const path = pathname.endsWith('/') ? pathname.replace(/\/+$/, '') : pathname;
  return path.split('/');
}

/**
 * Returns the parameters of a path that matches the template, else `undefined` (spec §1). A
 * parameter is one non-empty segment, decoded once. A value with a `/` after decoding does not match.
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

/** Does the same for an unsplit template and path. */
export function matchPath(template: string, pathname: string): Record<string, string> | undefined {
  return matchSegments(segmentsOf(template), segmentsOf(pathname));
}

/** Longer than any identifier, token or share URL. A bound, because the text may be untrusted. */
export const IDENTIFIER_MAX_CHARS = 8192;

/** Says why `value` cannot be a path segment (spec §1), else `undefined`. Never repeats the value. */
export function identifierProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'expected a string';
  if (value === '') return 'must not be empty';
  if (value === '.' || value === '..') return 'must not be "." or ".."';
  if (value.length > IDENTIFIER_MAX_CHARS) {
    return `must not be longer than ${IDENTIFIER_MAX_CHARS} characters`;
  }
  // The control characters in the pattern are intended.
  if (/[/\\\u0000-\u001f\u007f-\u009f]/.test(value)) {
    return 'must not contain "/", "\\" or a control character';
  }
  if (/\p{Surrogate}/u.test(value)) return 'must be well-formed Unicode';
  return undefined;
}
