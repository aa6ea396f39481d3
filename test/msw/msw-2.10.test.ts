import { vi } from 'vitest';
import { mswSuite } from './msw-suite.ts';

// The oldest version that the peer range allows, to the patch.
vi.mock('msw', () => import('msw-2.10'));
vi.mock('msw/node', () => import('msw-2.10/node'));

mswSuite({
  name: 'msw 2.10',
  option: 'onUnhandledRequest',
  stopsWebSockets: false,
  module: () => import('msw-2.10'),
});
