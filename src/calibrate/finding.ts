import { type Answer, shapeOfAnswer } from './answer.ts';

/** What a probe found. `value` is the value of a reading; statements have none. */
export type Finding<Value = undefined> =
  | { readonly verdict: 'as documented'; readonly value: Value }
  | { readonly verdict: 'differs'; readonly saw: string }
  | { readonly verdict: 'not measured'; readonly why: string };

/** Returns the finding that the service behaves as documented; for a reading, with this value. */
export function told<Value>(value: Value): Finding<Value> {
  return { verdict: 'as documented', value };
}

/** Returns the finding that the response fits nothing documented. Only its form is reported. */
export function differs(saw: Answer | string): Finding<never> {
  return { verdict: 'differs', saw: typeof saw === 'string' ? saw : shapeOfAnswer(saw) };
}

/** Returns `as documented` if `isSo`, and otherwise `differs` with the form of `saw`. */
export function holds(isSo: boolean, saw: Answer | string): Finding {
  return isSo ? told(undefined) : differs(saw);
}

/** Returns whether a response has this status and this error code; without `wantedCode`, no code. */
export function isAnswer({ status, code }: Answer, wanted: number, wantedCode?: string): boolean {
  return status === wanted && code === wantedCode;
}
