import type { EndpointName } from '../../src/contract/endpoints.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { matchSegments, segmentsOf } from '../../src/contract/path.ts';
import { ServiceFailure } from '../service/operations/failure.ts';

/** The endpoint of a request, and what stands in its path. */
export interface Route<Name extends EndpointName = EndpointName> {
  readonly name: Name;
  readonly params: Readonly<Record<string, string>>;
}

interface PathEntry {
  readonly segments: readonly string[];
  readonly methods: ReadonlyMap<string, EndpointName>;
}

/** One entry for each path of the contract, with the methods it accepts. */
function pathEntries(): PathEntry[] {
  const paths = new Map<string, Map<string, EndpointName>>();
  for (const [name, { path, aliases, method }] of Object.entries(endpoints)) {
    for (const template of [path, ...aliases]) {
      const methods = paths.get(template) ?? new Map<string, EndpointName>();
      paths.set(template, methods.set(method, name as EndpointName));
    }
  }
  return [...paths].map(([template, methods]) => ({ segments: segmentsOf(template), methods }));
}

const entries = pathEntries();

/** As `Allow` has them. */
function methodsOf(methods: PathEntry['methods']): string {
  return [...methods.keys()].sort().join(', ');
}

/** The methods that a path accepts, as `Allow` has them; none for one that is not known. */
export function allowOf(path: string): string {
  const given = segmentsOf(path);
  const entry = entries.find(({ segments }) => matchSegments(segments, given) !== undefined);
  return entry === undefined ? '' : methodsOf(entry.methods);
}

/**
 * Finds the endpoint, before any key is looked at: an unknown path is `404`, a known one with
 * another method `405` with the methods it has (spec §1, §5.7).
 */
export function routeOf(method: string, path: string): Route {
  const given = segmentsOf(path);
  for (const { segments, methods } of entries) {
    const params = matchSegments(segments, given);
    if (params === undefined) continue;
    const name = methods.get(method);
    if (name !== undefined) return { name, params };
    const allow = methodsOf(methods);
    throw new ServiceFailure('METHOD_NOT_ALLOWED', `this path accepts only ${allow}`, {
      check: 'the path supports the method',
      section: '1',
      values: { method, allow },
      headers: { allow },
    });
  }
  const message = 'no such path; every path begins with /v1/, see the list of endpoints';
  throw new ServiceFailure('NOT_FOUND', message, { check: 'the path is known', section: '1' });
}
