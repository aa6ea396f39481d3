/** Ends a probe that cannot measure anything; the message becomes the `why` of the report. */
export class NotMeasured extends Error {}

/** @throws NotMeasured with this reason. */
export function notMeasured(why: string): never {
  throw new NotMeasured(why);
}
