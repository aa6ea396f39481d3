/**
 * The floors of `mock`, lowest first, each with the floors that it may import from. A floor is a folder;
 * the rooms of `service` and of `doors` are floors of their own.
 */
export const FLOORS: Readonly<Record<string, readonly string[]>> = {
  ground: [],
  readings: ['ground'],
  capture: ['ground'],
  world: ['ground', 'capture'],
  engine: ['ground', 'readings', 'capture', 'world'],
  'service/rules': ['ground', 'readings', 'world'],
  'service/presenter': ['ground', 'world', 'engine', 'service/rules'],
  'service/webhooks': ['ground', 'readings', 'world', 'engine', 'service/presenter'],
  'service/lifecycle': ['ground', 'world', 'engine', 'service/rules', 'service/webhooks'],
  'service/operations': [
    ...['ground', 'readings', 'world', 'engine'],
    ...['service/rules', 'service/presenter', 'service/lifecycle'],
  ],
  'service/controls': [
    ...['ground', 'capture', 'world', 'engine'],
    ...['service/rules', 'service/webhooks', 'service/lifecycle', 'service/operations'],
  ],
  'service/faults': ['ground', 'world', 'engine', 'service/rules', 'service/controls'],
  api: [
    ...['ground', 'readings', 'capture', 'world', 'engine'],
    ...['service/rules', 'service/lifecycle', 'service/operations', 'service/faults'],
  ],
  seed: [
    ...['ground', 'capture', 'world', 'engine'],
    ...['service/webhooks', 'service/lifecycle', 'service/operations', 'service/controls'],
  ],
  'suite-coverage': ['engine'],
  fake: [
    'suite-coverage',
    ...['ground', 'readings', 'capture', 'world', 'engine'],
    ...['service/lifecycle', 'service/controls', 'service/faults', 'api', 'seed'],
  ],
  openapi: ['capture', 'service/faults', 'seed'],
  control: [
    ...['ground', 'readings', 'capture', 'world', 'engine'],
    ...['service/rules', 'service/controls', 'service/faults', 'seed', 'fake', 'openapi'],
  ],
  page: ['ground'],
  simulate: [
    ...['ground', 'readings', 'capture', 'world', 'engine'],
    ...['service/lifecycle', 'service/operations', 'service/controls', 'service/faults', 'fake'],
  ],
  'doors/msw': ['engine', 'api', 'fake'],
  'doors/node': ['suite-coverage', 'ground', 'world', 'engine', 'api', 'fake', 'control', 'page'],
};

/** Returns `service/rules` for `mock/service/rules/access.ts`; `undefined` for a face, not in a folder. */
export function floorOf(file: string): string | undefined {
  return /^mock\/((?:service|doors)\/[^/]+|[^/]+)\//.exec(file)?.[1];
}
