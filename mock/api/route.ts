import type { EndpointName } from '../../src/contract/endpoints.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { matchSegments, segmentsOf } from '../../src/contract/path.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { ServiceFailure } from '../service/operations/failure.ts';

/** The endpoint of a request, and the parameters in its path. */
export interface Route<Name extends EndpointName = EndpointName> {
  readonly name: Name;
  readonly params: Readonly<Record<string, string>>;
}

interface PathEntry {
  readonly segments: readonly string[];
  readonly methods: ReadonlyMap<string, EndpointName>;
}

/** Makes one entry for each path of the contract, with the methods that it accepts. */
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

/** Formats the methods for the `Allow` header. */
function methodsOf(methods: PathEntry['methods']): string {
  return [...methods.keys()].sort().join(', ');
}

/** Returns the methods that a path accepts, as `Allow` has them; empty for an unknown path. */
export function allowOf(path: string): string {
  const given = segmentsOf(path);
  const entry = entries.find(({ segments }) => matchSegments(segments, given) !== undefined);
  return entry === undefined ? '' : methodsOf(entry.methods);
}

const isMalformed = (segment: string): boolean => {
  try {
    decodeURIComponent(segment);
    return false;
  } catch {
    return true;
  }
};

/** Refuses a path that only its malformed encoding keeps from being known (spec §7). */
function refuseMalformed(given: readonly string[]): void {
  const mended = given.map((segment) => (isMalformed(segment) ? '_' : segment));
  const wasKnown =
    given.some(isMalformed) &&
    entries.some(({ segments }) => matchSegments(segments, mended) !== undefined);
  if (!wasKnown) return;
  const message = 'the percent-encoding of the path is malformed';
  const check = 'the path is encoded correctly';
  throw new ServiceFailure('INVALID_ARGUMENT', message, { check, section: '7' });
}

/**
 * Finds the endpoint, before any key is checked. An unknown path gives `404`. A known path with
 * another method gives `405` with the methods that it accepts (spec §1, §5.7).
 */
export function routeOf(method: string, path: string, { malformedPath }: Readings): Route {
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
  if (malformedPath === 'invalid') refuseMalformed(given);
  const message = 'no such path; every path begins with /v1/, see the list of endpoints';
  throw new ServiceFailure('NOT_FOUND', message, { check: 'the path is known', section: '1' });
}
