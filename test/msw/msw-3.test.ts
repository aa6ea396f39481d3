import { mswSuite } from './msw-suite.ts';

mswSuite({
  name: 'msw 3',
  option: 'onUnhandledFrame',
  module: () => import('msw'),
});
