/* eslint-disable @typescript-eslint/no-namespace -- the runners declare their matchers in namespaces */
import type { ToHoldOptions } from './to-hold.ts';

// Of the runners' own types, these can be extended without importing a runner that may be missing.
declare global {
  // vitest's assertions have the members of Chai's, in each of its versions.
  namespace Chai {
    interface Assertion {
      /** Fails with the stories of the broken invariants. See `toHold`. */
      toHold(options?: ToHoldOptions): void;
    }
  }
  namespace jest {
    interface Matchers<R> {
      /** Fails with the stories of the broken invariants. See `toHold`. */
      toHold(options?: ToHoldOptions): R;
    }
  }
}
