import { vi } from 'vitest';
import { mswSuite } from './msw-suite.ts';

// The last 2.x: under the old options it is built like msw 3.
vi.mock('msw', () => import('msw-2'));
vi.mock('msw/node', () => import('msw-2/node'));

mswSuite({
  name: 'msw 2.15',
  option: 'onUnhandledRequest',
  module: () => import('msw-2'),
});
