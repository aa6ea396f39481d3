/** The names of a path template's parameters: `'/v1/cdrs/:cdrId'` has `'cdrId'`. */
export type PathParam<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? PathParam<Head> | PathParam<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** Puts each parameter, percent-encoded, into its segment of `template`. */
export function expandPath<Path extends string>(
  template: Path,
  params: Readonly<Record<PathParam<Path>, string>>,
): string {
  const values: Readonly<Record<string, string>> = params;
  return template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // malformed percent coding matches nothing
  }
}

/**
 * The parameters of `pathname` if it has the form of `template`, else `undefined` (spec §1): all
 * trailing slashes are ignored, a parameter is one non-empty segment, decoded once, and a value
 * that holds `/` after decoding does not match.
 */
export function matchPath(template: string, pathname: string): Record<string, string> | undefined {
  const wanted = template.split('/');
  const given = pathname.replace(/\/+$/, '').split('/');
  if (given.length !== wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const segment = given[index] ?? '';
    if (!part.startsWith(':')) {
      if (segment !== part) return undefined;
      continue;
    }
    const value = decodeSegment(segment);
    if (value === undefined || value === '' || value.includes('/')) return undefined;
    params[part.slice(1)] = value;
  }
  return params;
}
