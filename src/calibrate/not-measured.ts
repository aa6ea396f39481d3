/** Ends a probe that cannot tell; its message is the `why` of the report. */
export class NotMeasured extends Error {}

/** @throws NotMeasured saying why. */
export function notMeasured(why: string): never {
  throw new NotMeasured(why);
}
