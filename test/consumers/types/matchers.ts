// The matcher comes with its import: for Jest's global `expect`, declared here as `@types/jest` does,
// and for Chai's assertions, whose members vitest's have.
import { assertHolds, simulate, type ToHoldOptions, toHold } from 'consent-evidence/mock/simulate';

declare global {
  namespace jest {
    interface Matchers<R, T = {}> {
      readonly of: T;
      readonly not: Matchers<R, T>;
    }
  }
}

declare function jestExpect<T>(value: T): jest.Matchers<void, T>;
declare function chaiExpect(value: unknown): Chai.Assertion;

export async function check(): Promise<void> {
  const report = await simulate({ start: () => ({ take: () => ({ decision: 'refuse' }) }) });
  const options: ToHoldOptions = { allowEmpty: true };
  jestExpect(report).toHold();
  jestExpect(report).not.toHold(options);
  chaiExpect(report).toHold(options);
  // @ts-expect-error -- there is no such option
  chaiExpect(report).toHold({ empty: true });
  assertHolds(report, options);
  const { pass, message } = toHold(report, options);
  if (!pass) throw new Error(message());
}
